import { Command } from '../../components/command.tsx';
import { JsonView } from '../../components/json-view.tsx';
import type { EndpointInfo, JsonSchema, OpenApi } from './open-api.ts';
import { typeText } from './open-api.ts';

const colours: Readonly<Record<string, string>> = {
  GET: 'text-good',
  POST: 'text-accent',
  PATCH: 'text-warn',
  DELETE: 'text-bad',
};

/** One route: what it takes, an example to paste, and what it answers. */
export function Endpoint({ endpoint, api }: { readonly endpoint: EndpointInfo; readonly api: OpenApi }) {
  const { method, path, name, summary, description, fields, curl, answer } = endpoint;
  return (
    <li>
      <details id={name} className="group">
        <summary className="grid gap-x-4 px-5 py-2.5 -outline-offset-2 hover:bg-sunken md:grid-cols-[4rem_minmax(0,1fr)_minmax(0,1fr)]">
          <span className={`font-mono text-small font-semibold ${colours[method] ?? 'text-soft'}`}>
            {method}
          </span>
          <span className="font-mono text-small wrap-anywhere">{path}</span>
          <span className="text-soft">{summary}</span>
        </summary>
        <div className="space-y-4 bg-sunken px-5 pb-5 pt-2">
          <p className="text-small text-soft">
            <code>{name}</code>. {description}
          </p>
          {fields.length > 0 && (
            <dl className="divide-y divide-line text-small">
              {fields.map(({ name: field, type, isRequired, description: about }) => (
                <div key={field} className="grid gap-x-4 py-1.5 md:grid-cols-[12rem_minmax(0,1fr)]">
                  <dt>
                    <code className="font-semibold">{field}</code>
                    {isRequired && <span className="ml-2 text-tiny text-bad">required</span>}
                  </dt>
                  <dd className="wrap-anywhere">
                    {about} <span className="text-soft">{type}</span>
                  </dd>
                </div>
              ))}
            </dl>
          )}
          <Command text={curl} />
          {answer !== undefined && <JsonView value={shapeOf(answer, api)} maxHeight="18rem" />}
        </div>
      </details>
    </li>
  );
}

/** An answer as an outline: fields with their types, one level of named records opened. */
function shapeOf(schema: JsonSchema, api: OpenApi): unknown {
  const known =
    schema.$ref === undefined ? schema : (api.components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {});
  if (known.properties === undefined) return typeText(known);
  return Object.fromEntries(Object.entries(known.properties).map(([name, field]) => [name, typeText(field)]));
}
