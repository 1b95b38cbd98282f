import { Graph, layout } from '@dagrejs/dagre';
import type { GraphEdge, GraphNode } from './graph-view.tsx';

export const nodeSize = { width: 190, height: 52 } as const;

/** Where the boxes of a graph go, so that edges point in one direction and cross seldom. */
export function layOut(
  nodes: readonly GraphNode[],
  edges: readonly GraphEdge[],
  direction: 'right' | 'down',
): Map<string, { x: number; y: number }> {
  const graph = new Graph();
  graph.setGraph({ rankdir: direction === 'down' ? 'TB' : 'LR', nodesep: 24, ranksep: 64 });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { id } of nodes) graph.setNode(id, { ...nodeSize });
  for (const { from, to } of edges) graph.setEdge(from, to);
  layout(graph);
  return new Map(
    nodes.map(({ id }) => {
      const { x, y } = graph.node(id) as { x: number; y: number };
      return [id, { x: x - nodeSize.width / 2, y: y - nodeSize.height / 2 }];
    }),
  );
}
