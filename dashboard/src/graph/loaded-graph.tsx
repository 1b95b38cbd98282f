import {
  Background,
  Controls,
  Handle,
  MarkerType,
  type Node,
  type NodeProps,
  Position,
  ReactFlow,
} from '@xyflow/react';
import '@xyflow/react/dist/base.css';
import { Link } from 'wouter';
import type { Tone } from '../components/badge.tsx';
import { classes } from '../components/class-names.ts';
import type { GraphNode, GraphProps } from './graph-view.tsx';
import { layOut, nodeSize } from './lay-out.ts';

type BoxNode = Node<{ box: GraphNode; isDown: boolean }, 'box'>;

const tones: Readonly<Record<Tone, string>> = {
  good: 'border-good',
  bad: 'border-bad',
  warn: 'border-warn',
  info: 'border-info',
  accent: 'border-accent',
  neutral: 'border-strong-line',
};

function Box({ data: { box, isDown } }: NodeProps<BoxNode>) {
  const text = (
    <>
      <span className="block truncate text-small font-medium">{box.title}</span>
      {box.detail !== undefined && <span className="block truncate text-tiny text-soft">{box.detail}</span>}
    </>
  );
  return (
    <div
      title={box.detail === undefined ? box.title : `${box.title}\n${box.detail}`}
      className={classes(
        'flex flex-col justify-center rounded-lg border bg-raised px-3 text-left shadow-panel',
        tones[box.tone ?? 'neutral'],
      )}
      style={nodeSize}
    >
      <Handle
        type="target"
        position={isDown ? Position.Top : Position.Left}
        className="opacity-0"
        isConnectable={false}
      />
      {box.href === undefined ? (
        text
      ) : (
        <Link href={box.href} className="nodrag hover:text-accent">
          {text}
        </Link>
      )}
      <Handle
        type="source"
        position={isDown ? Position.Bottom : Position.Right}
        className="opacity-0"
        isConnectable={false}
      />
    </div>
  );
}

const nodeTypes = { box: Box };

export default function LoadedGraph({
  description,
  nodes,
  edges,
  direction = 'right',
  height = 360,
}: GraphProps) {
  const isDown = direction === 'down';
  const places = layOut(nodes, edges, direction);
  return (
    <section
      aria-label={description}
      style={{ height }}
      className="overflow-hidden rounded-lg border border-line bg-sunken"
    >
      <ReactFlow<BoxNode>
        nodes={nodes.map((node) => ({
          id: node.id,
          type: 'box',
          position: places.get(node.id) ?? { x: 0, y: 0 },
          data: { box: node, isDown },
          ariaLabel: node.detail === undefined ? node.title : `${node.title}: ${node.detail}`,
        }))}
        edges={edges.map(({ from, to, label, isLive }, index) => ({
          id: `${from}-${to}-${index}`,
          source: from,
          target: to,
          ...(label !== undefined && { label }),
          animated: isLive === true,
          style: { stroke: 'var(--faint)' },
          labelStyle: { fill: 'var(--soft)', fontSize: 11 },
          labelBgStyle: { fill: 'var(--sunken)' },
          markerEnd: { type: MarkerType.ArrowClosed, color: 'var(--faint)' },
        }))}
        nodeTypes={nodeTypes}
        fitView
        fitViewOptions={{ padding: 0.12, maxZoom: 1.1 }}
        minZoom={0.2}
        nodesDraggable={false}
        nodesConnectable={false}
        elementsSelectable={false}
        edgesFocusable={false}
        preventScrolling={false}
        proOptions={{ hideAttribution: false }}
      >
        <Background color="var(--strong-line)" gap={20} size={1} />
        <Controls
          showInteractive={false}
          className="overflow-hidden rounded-md border border-line [&_button]:grid [&_button]:size-7 [&_button]:place-items-center [&_button]:bg-raised [&_svg]:size-3 [&_svg]:fill-current"
        />
      </ReactFlow>
    </section>
  );
}
