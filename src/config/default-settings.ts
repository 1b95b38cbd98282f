import { settingsIn } from './setting-group.ts';
import { settingsSchema } from './settings.ts';

/** The default of every setting except the database, which depends on the user's home. The build computes these values. */
export const defaultSettings = settingsSchema.omit({ db: true }).parse({});

/** What is known of every setting, by its name. */
export const settingFacts = settingsIn(settingsSchema);
