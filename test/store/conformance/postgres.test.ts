import { describeOnServer } from './on-server.ts';

describeOnServer('PostgreSQL', 64);
