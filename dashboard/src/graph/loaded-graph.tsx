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
import { useLayoutEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import type { Tone } from '../components/badge.tsx';
import { classes } from '../components/class-names.ts';
import type { GraphNode, GraphProps } from './graph-view.tsx';
import { box as boxSize, heightOf, layOut } from './lay-out.ts';

type BoxNode = Node<{ box: GraphNode; isDown: boolean }, 'box'>;

const tones: Readonly<Record<Tone, string>> = {
  good: 'border-l-fill-good',
  bad: 'border-l-fill-bad',
  warn: 'border-l-fill-warn',
  info: 'border-l-fill-info',
  accent: 'border-l-fill-accent',
  neutral: 'border-l-fill-neutral',
};

/** Room around the boxes, and the height a graph has at most before it is made smaller. */
const padding = 28;
const maxHeight = 760;

function Box({ data: { box, isDown } }: NodeProps<BoxNode>) {
  const text = (
    <>
      <span
        className={classes('block truncate text-small font-semibold', box.isCode === true && 'font-mono')}
      >
        {box.title}
      </span>
      {box.detail !== undefined && <span className="block truncate text-tiny text-soft">{box.detail}</span>}
    </>
  );
  return (
    <div
      title={[box.title, box.detail, ...(box.lines ?? [])].filter(Boolean).join('\n')}
      className={classes(
        'rounded-lg border border-l-4 border-strong-line bg-raised px-3 text-left shadow-panel',
        tones[box.tone ?? 'neutral'],
      )}
      style={{ width: boxSize.width, height: heightOf(box) }}
    >
      <Handle
        type="target"
        position={isDown ? Position.Top : Position.Left}
        className="opacity-0"
        isConnectable={false}
      />
      <div className="flex flex-col justify-center" style={{ height: boxSize.title - 2 }}>
        {box.href === undefined ? (
          text
        ) : (
          <Link href={box.href} className="nodrag hover:text-accent">
            {text}
          </Link>
        )}
      </div>
      {box.lines !== undefined && box.lines.length > 0 && (
        <ul className="border-t border-line pt-1 text-tiny text-soft">
          {box.lines.map((line) => (
            <li key={line} className="truncate" style={{ lineHeight: `${boxSize.line}px` }}>
              {line}
            </li>
          ))}
        </ul>
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

export default function LoadedGraph({ description, nodes, edges, direction = 'right' }: GraphProps) {
  const frame = useRef<HTMLElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => setWidth(frame.current?.clientWidth ?? 0), []);
  const isDown = direction === 'down';
  const room = Math.max(280, width - 2 * padding);
  const laidOut = layOut(nodes, edges, direction, room);
  const scale = Math.min(1, room / laidOut.width);
  const height = Math.min(maxHeight, Math.max(160, laidOut.height * scale + 2 * padding));
  return (
    <section
      ref={frame}
      aria-label={description}
      style={{ height }}
      className="overflow-hidden rounded-lg border border-line bg-sunken"
    >
      {width > 0 && (
        <ReactFlow<BoxNode>
          nodes={nodes.map((node) => ({
            id: node.id,
            type: 'box',
            position: laidOut.places.get(node.id) ?? { x: 0, y: 0 },
            data: { box: node, isDown },
            ariaLabel: [node.title, node.detail, ...(node.lines ?? [])].filter(Boolean).join(': '),
          }))}
          edges={edges.map(({ from, to, label, isLive, isOrder }, index) => ({
            id: `${from}-${to}-${index}`,
            source: from,
            target: to,
            ...(label !== undefined && { label }),
            animated: isLive === true,
            style: {
              stroke: 'var(--faint)',
              ...(isOrder === true && { strokeDasharray: '4 4', opacity: 0.6 }),
            },
            labelStyle: { fill: 'var(--soft)', fontSize: 11 },
            labelBgStyle: { fill: 'var(--sunken)' },
            labelBgPadding: [3, 1],
            markerEnd: { type: MarkerType.ArrowClosed, color: 'var(--faint)' },
          }))}
          nodeTypes={nodeTypes}
          fitView
          fitViewOptions={{ padding: `${padding - 4}px`, maxZoom: 1.1 }}
          minZoom={0.2}
          nodesDraggable={false}
          nodesConnectable={false}
          elementsSelectable={false}
          edgesFocusable={false}
          preventScrolling={false}
          proOptions={{ hideAttribution: false }}
        >
          <Background color="var(--strong-line)" gap={20} size={1} />
          {scale < 0.8 && (
            <Controls
              showInteractive={false}
              position="top-right"
              className="overflow-hidden rounded-md border border-line [&_button]:grid [&_button]:size-7 [&_button]:place-items-center [&_button]:bg-raised [&_svg]:size-3 [&_svg]:fill-current"
            />
          )}
        </ReactFlow>
      )}
    </section>
  );
}
