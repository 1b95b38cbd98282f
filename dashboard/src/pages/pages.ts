import {
  BookOpen,
  Bot,
  Brain,
  FlaskConical,
  Gauge,
  LayoutTemplate,
  ListChecks,
  type LucideIcon,
  MessageSquareQuote,
  MessagesSquare,
  Network,
  Play,
  ScrollText,
  Settings,
  Shapes,
  Share2,
  UserRound,
  Workflow,
} from 'lucide-react';
import type { ComponentType } from 'react';

/** Parts of the navigation, in order. */
export const groups = ['', 'Knowledge', 'Work', 'Reuse', 'Coordination', 'Control'] as const;

/** What a page is given: the parts of its address, such as `{ id }` of `/runs/:id`. */
export interface PageProps {
  readonly params: Readonly<Record<string, string | undefined>>;
}

/** A page: where it is, and the file it is in, loaded when it is first opened. */
export interface Page {
  /** `/runs/:id`; the first pattern that fits is taken. */
  readonly path: string;
  readonly load: () => Promise<{ default: ComponentType<PageProps> }>;
  /** How the navigation shows it; pages of one record have none. */
  readonly navigation?: {
    readonly title: string;
    readonly group: (typeof groups)[number];
    readonly icon: LucideIcon;
    /** The letter after `g` that leads here. */
    readonly key: string;
  };
}

/** Every page. A page is added here, and nowhere else. */
export const pages: readonly Page[] = [
  {
    path: '/',
    load: () => import('./overview.tsx'),
    navigation: { title: 'Overview', group: '', icon: Gauge, key: 'o' },
  },
  {
    path: '/memories/:id?',
    load: () => import('./memories.tsx'),
    navigation: { title: 'Memories', group: 'Knowledge', icon: Brain, key: 'm' },
  },
  {
    path: '/patterns',
    load: () => import('./patterns.tsx'),
    navigation: { title: 'Patterns', group: 'Knowledge', icon: Shapes, key: 'p' },
  },
  { path: '/patterns/:id', load: () => import('./pattern.tsx') },
  {
    path: '/runs',
    load: () => import('./runs.tsx'),
    navigation: { title: 'Runs', group: 'Work', icon: Play, key: 'r' },
  },
  { path: '/runs/:id', load: () => import('./run.tsx') },
  { path: '/runs/:id/compare/:other', load: () => import('./compare-runs.tsx') },
  {
    path: '/sessions',
    load: () => import('./sessions.tsx'),
    navigation: { title: 'Sessions', group: 'Work', icon: MessagesSquare, key: 's' },
  },
  { path: '/sessions/:id', load: () => import('./session.tsx') },
  {
    path: '/tasks/:id?',
    load: () => import('./tasks.tsx'),
    navigation: { title: 'Tasks', group: 'Work', icon: ListChecks, key: 't' },
  },
  {
    path: '/templates',
    load: () => import('./templates.tsx'),
    navigation: { title: 'Templates', group: 'Reuse', icon: LayoutTemplate, key: 'y' },
  },
  { path: '/templates/:id', load: () => import('./template.tsx') },
  {
    path: '/session-templates',
    load: () => import('./session-templates.tsx'),
    navigation: { title: 'Session templates', group: 'Reuse', icon: MessageSquareQuote, key: 'x' },
  },
  { path: '/session-templates/:name', load: () => import('./session-template.tsx') },
  {
    path: '/experiments',
    load: () => import('./experiments.tsx'),
    navigation: { title: 'Experiments', group: 'Reuse', icon: FlaskConical, key: 'e' },
  },
  { path: '/experiments/:id', load: () => import('./experiment.tsx') },
  {
    path: '/agents',
    load: () => import('./agents.tsx'),
    navigation: { title: 'Agents', group: 'Coordination', icon: Bot, key: 'a' },
  },
  {
    path: '/plans',
    load: () => import('./plans.tsx'),
    navigation: { title: 'Plans', group: 'Coordination', icon: Network, key: 'l' },
  },
  { path: '/plans/:name', load: () => import('./plan.tsx') },
  {
    path: '/workflows',
    load: () => import('./workflows.tsx'),
    navigation: { title: 'Workflows', group: 'Coordination', icon: Workflow, key: 'w' },
  },
  { path: '/workflows/:id', load: () => import('./workflow.tsx') },
  {
    path: '/sharing',
    load: () => import('./sharing.tsx'),
    navigation: { title: 'Sharing', group: 'Control', icon: Share2, key: 'h' },
  },
  {
    path: '/audit',
    load: () => import('./audit.tsx'),
    navigation: { title: 'Audit', group: 'Control', icon: ScrollText, key: 'u' },
  },
  {
    path: '/user-models',
    load: () => import('./user-models.tsx'),
    navigation: { title: 'User models', group: 'Control', icon: UserRound, key: 'd' },
  },
  {
    path: '/settings',
    load: () => import('./settings.tsx'),
    navigation: { title: 'Settings', group: 'Control', icon: Settings, key: ',' },
  },
  {
    path: '/docs',
    load: () => import('./reference.tsx'),
    navigation: { title: 'API', group: 'Control', icon: BookOpen, key: 'i' },
  },
];

/** Where a page is, without the parts of its address: `/memories/:id?` → `/memories` */
export function hrefOf({ path }: Page): string {
  return path.replace(/\/:.*$/, '') || '/';
}
