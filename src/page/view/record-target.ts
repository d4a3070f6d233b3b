import { encodeKey } from '../../core/encode-key.ts';
import { formatTarget, type RequestTarget } from './request-target.ts';

/**
 * The target of a record.
 * @param list the path of the listing that contains it
 * @param keyFilter the filter that selects it, where records have no addresses of their own
 */
export const recordTarget = (
  list: string,
  keyFilter: string | undefined,
  key: string,
): RequestTarget =>
  keyFilter === undefined ? `${list}${encodeKey(key)}/` : formatTarget(list, { [keyFilter]: key });
