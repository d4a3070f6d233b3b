import { describeContract } from '../contract/contract.ts';
import { startNetlify } from '../support/netlify.ts';

describeContract('netlify', startNetlify);
