import { describeOnServer } from './on-server.ts';

describeOnServer('PostgreSQL, indexed at once', 0);
