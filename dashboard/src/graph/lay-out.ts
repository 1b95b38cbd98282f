import { Graph, layout } from '@dagrejs/dagre';
import type { GraphEdge, GraphNode } from './graph-view.tsx';

/** Width of a box, and the height of its parts. */
export const box = { width: 224, title: 50, line: 20, lines: 10 } as const;
/** Room between parts of a graph that no edge connects. */
const gap = 40;

/** Where the boxes of a graph go, and how large it is. */
export interface GraphLayout {
  readonly places: ReadonlyMap<string, { readonly x: number; readonly y: number }>;
  readonly width: number;
  readonly height: number;
}

/** How high the box of a node is: its title, and a line for each of its notes. */
export function heightOf({ lines = [] }: GraphNode): number {
  return box.title + (lines.length === 0 ? 0 : box.lines + lines.length * box.line);
}

/** Places boxes so that edges point in one direction and seldom cross; parts without a connection fill rows. */
export function layOut(
  nodes: readonly GraphNode[],
  edges: readonly GraphEdge[],
  direction: 'right' | 'down',
  maxWidth: number,
): GraphLayout {
  const parts = partsOf(nodes, edges).map((part) => layOutPart(part, edges, direction));
  const places = new Map<string, { x: number; y: number }>();
  let [x, y, rowHeight, width] = [0, 0, 0, 0];
  // Parts of the same height stand in one row.
  for (const part of [...parts].sort((left, right) => right.height - left.height)) {
    if (x > 0 && x + part.width > maxWidth) {
      y += rowHeight + gap;
      [x, rowHeight] = [0, 0];
    }
    for (const [id, place] of part.places) places.set(id, { x: x + place.x, y: y + place.y });
    x += part.width + gap;
    width = Math.max(width, x - gap);
    rowHeight = Math.max(rowHeight, part.height);
  }
  return { places, width, height: y + rowHeight };
}

/** Nodes that edges connect, as one list each. */
function partsOf(nodes: readonly GraphNode[], edges: readonly GraphEdge[]): GraphNode[][] {
  const partOf = new Map(nodes.map((node) => [node.id, [node]]));
  for (const { from, to } of edges) {
    const [left, right] = [partOf.get(from), partOf.get(to)];
    if (left === undefined || right === undefined || left === right) continue;
    left.push(...right);
    for (const { id } of right) partOf.set(id, left);
  }
  return [...new Set(partOf.values())];
}

function layOutPart(
  nodes: readonly GraphNode[],
  edges: readonly GraphEdge[],
  direction: 'right' | 'down',
): GraphLayout {
  const ids = new Set(nodes.map(({ id }) => id));
  const graph = new Graph();
  graph.setGraph({ rankdir: direction === 'down' ? 'TB' : 'LR', nodesep: 28, ranksep: 44 });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const node of nodes) graph.setNode(node.id, { width: box.width, height: heightOf(node) });
  for (const { from, to, label = '' } of edges)
    if (ids.has(from)) graph.setEdge(from, to, { width: label.length * 6.5, height: 18, labelpos: 'c' });
  layout(graph);
  const places = new Map(
    nodes.map((node) => {
      const { x, y } = graph.node(node.id) as { x: number; y: number };
      return [node.id, { x: x - box.width / 2, y: y - heightOf(node) / 2 }] as const;
    }),
  );
  const { width = box.width, height = box.title } = graph.graph() as { width?: number; height?: number };
  return { places, width, height };
}
