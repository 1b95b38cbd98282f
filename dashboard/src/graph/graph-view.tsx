import { lazy, Suspense } from 'react';
import type { Tone } from '../components/badge.tsx';
import { Skeleton } from '../components/skeleton.tsx';

/** A box of a graph. */
export interface GraphNode {
  readonly id: string;
  readonly title: string;
  /** A second line: what it does, who does it, how long it took. */
  readonly detail?: string;
  /** Notes below: what must hold, one a line. */
  readonly lines?: readonly string[];
  readonly tone?: Tone;
  /** Whether the title is the name of a tool or a field. */
  readonly isCode?: boolean;
  /** Where it leads when it is chosen. */
  readonly href?: string;
}

export interface GraphEdge {
  readonly from: string;
  readonly to: string;
  readonly label?: string;
  /** Something flows there now. */
  readonly isLive?: boolean;
  /** Says only what comes first; nothing flows there. */
  readonly isOrder?: boolean;
}

export interface GraphProps {
  /** What the graph shows, in a sentence. */
  readonly description: string;
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
  readonly direction?: 'right' | 'down';
}

const LoadedGraph = lazy(() => import('./loaded-graph.tsx'));

/**
 * A graph, laid out from left to right, as high as its boxes need. Its library is loaded when the first graph is shown.
 *
 * @example
 * <GraphView description="The steps of the plan" nodes={[{ id: 'a', title: 'get_order' }]} edges={[]} />
 */
export function GraphView(props: GraphProps) {
  return (
    <Suspense fallback={<Skeleton lines={5} className="p-5" />}>
      <LoadedGraph {...props} />
    </Suspense>
  );
}
