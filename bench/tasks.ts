import { measurePeer } from './peers/measure-peer.ts';
import { measureAgreement } from './recall-agreement.ts';
import { fill, searchScale } from './recall-scale.ts';

/** What is measured in a process of its own. */
export const tasks = { fill, searchScale, measureAgreement, measurePeer };
export type Tasks = typeof tasks;
