import { type CollectionGrid, sortIn } from '../core/grid.ts';

/** The pre-rendered value of `ordering` that says the same as none; empty where there is no such value. */
export const defaultOrdering = ({ order, orderings, sortedBy }: CollectionGrid): string =>
  orderings.find((ordering) => {
    const sort = sortIn(sortedBy, ordering);
    const isAlike = sort && sort.field === order?.field && sort.kind === order.kind;
    return isAlike && !sort.descending === !order.descending;
  }) ?? '';
