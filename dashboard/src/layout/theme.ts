import { useState } from 'react';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** The same name as in public/theme.js, which sets the theme before the first paint. */
const key = 'engram-theme';

/** The theme, and a way to change it. It is kept in this browser. */
export function useTheme(): readonly [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useState<Theme>(
    () => themes.find((each) => each === document.documentElement.dataset['theme']) ?? 'system',
  );
  const choose = (next: Theme): void => {
    if (next === 'system') {
      delete document.documentElement.dataset['theme'];
      localStorage.removeItem(key);
    } else {
      document.documentElement.dataset['theme'] = next;
      localStorage.setItem(key, next);
    }
    setTheme(next);
  };
  return [theme, choose];
}
