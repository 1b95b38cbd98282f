import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { hrefOf, pages } from '../pages/pages.ts';

/** The second key of `g m` is waited for this long. */
const sequenceMs = 1_200;

/** Keys that work on every page, except while the user types into a field. */
export function useShortcuts(showHelp: () => void): void {
  const [, navigate] = useLocation();
  useEffect(() => {
    let goingUntil = 0;
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const isGoing = Date.now() < goingUntil;
      goingUntil = 0;
      if (isGoing) {
        const page = pages.find(({ navigation }) => navigation?.key === event.key);
        if (page !== undefined) navigate(hrefOf(page));
      } else if (event.key === 'g') {
        goingUntil = Date.now() + sequenceMs;
        return;
      } else if (event.key === '?') showHelp();
      else if (event.key === '/') focusSearch(navigate);
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [navigate, showHelp]);
}

/** The search of this page, or else that of memories. */
function focusSearch(navigate: (path: string) => void): void {
  const box = document.querySelector<HTMLInputElement>('[data-search]');
  if (box !== null) box.focus();
  else navigate('/memories?focus=search');
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
