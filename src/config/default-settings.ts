import { settingsSchema } from './settings.ts';

/** What is not configured. The database has no default here: it depends on the user's home. The build computes these values. */
export const defaultSettings = settingsSchema.omit({ db: true }).parse({});
