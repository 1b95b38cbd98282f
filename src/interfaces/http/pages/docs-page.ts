import { inputSchema, type JsonSchema } from '../../../operations/json-schema.ts';
import type { Operation } from '../../../operations/operation.ts';
import type { AnswerSchemas } from '../answer-schemas.ts';
import { eventTypes } from '../event-types.ts';
import { describedGroups, groupOf, type OperationGroup } from '../groups.ts';
import type { Route } from '../routes.ts';
import { curlFor, originMark, tokenMark } from './curl.ts';
import { createPage, type HtmlPage, html, type Markup } from './html.ts';
import { shapeText, typeText } from './shape-text.ts';
import { docsStyle } from './style.ts';

/** Copies an example, or selects it where the browser does not let pages copy; opens a record that is linked to. */
const script = `document.addEventListener('click',async(event)=>{const button=event.target.closest('button');
if(!button)return;const example=button.previousElementSibling;
if(!navigator.clipboard){getSelection().selectAllChildren(example);return}
await navigator.clipboard.writeText(example.textContent);
button.textContent='Copied';setTimeout(()=>{button.textContent='Copy'},1500)});
const openLinked=()=>{const record=document.getElementById(decodeURIComponent(location.hash.slice(1)));
if(record&&record.tagName==='DETAILS')record.open=true};
addEventListener('hashchange',openLinked);openLinked();`;

/** The reference for people, on one page, made from the same table as the routes. */
export function docsPage(routes: readonly Route[], answers: AnswerSchemas, version: string): HtmlPage {
  const used = describedGroups(routes).filter(({ name }) => routesIn(name, routes).length > 0);
  const sections = used.map((group) => section(group, routesIn(group.name, routes), answers));
  const body = html`<div class="layout">${navigation(used, routes)}<main>${introduction(version)}${sections}${eventsSection}${recordsSection(answers)}</main></div>`;
  return createPage('Engram HTTP reference', docsStyle, script, body);
}

function routesIn(group: string, routes: readonly Route[]): Route[] {
  return routes.filter((route) => groupOf(route.operation) === group);
}

function navigation(used: readonly OperationGroup[], routes: readonly Route[]): Markup {
  const parts = used.map(({ name }) => {
    const links = routesIn(name, routes).map(
      ({ method, operation }) =>
        html`<a href="#${operation.name}">${methodMark(method)}<span>${operation.name}</span></a>`,
    );
    return html`<h4>${name}</h4>${links}`;
  });
  return html`<nav><a class="mark" href="/">Engram</a>${parts}<h4>more</h4><a href="#events">${methodMark('GET')}<span>events</span></a><a href="#records">${methodMark('')}<span>records</span></a><a href="/openapi.json">${methodMark('')}<span>openapi.json</span></a><a href="/report">${methodMark('')}<span>report</span></a></nav>`;
}

function introduction(version: string): Markup {
  return html`<h1>HTTP reference</h1>
<p class="lead">Everything Engram can do, over HTTP. Version ${version}. Programs find the same as <a href="/openapi.json">OpenAPI 3.1</a>.</p>
<div class="facts">
<div><h3>Who is asking</h3><p>Send <code>Authorization: Bearer …</code>; make a token with <code>engram token create</code>. Authentication is off on this machine until the first token exists.</p></div>
<div><h3>Project and agent</h3><p><code>X-Engram-Project</code> and <code>X-Engram-Agent</code> choose, as far as the token allows. Write them percent-encoded.</p></div>
<div><h3>Pages</h3><p>Lists are newest first. Pass <code>next</code> on as <code>cursor</code> until it is null.</p></div>
<div><h3>Errors</h3><p>Always <code>{"error": {code, message, details}}</code>, with the status that fits. The message says what to do next.</p></div>
</div>`;
}

function section(
  { name, description }: OperationGroup,
  routes: readonly Route[],
  answers: AnswerSchemas,
): Markup {
  const parts = routes.map((route) => operationPart(route, answers));
  return html`<h2 id="group-${name}">${name}</h2><p>${description}</p>${parts}`;
}

function operationPart(route: Route, answers: AnswerSchemas): Markup {
  const { operation, method, path, pathFields, takesBody, status = 200 } = route;
  const { properties = {}, required = [] } = inputSchema(operation);
  const rest = Object.keys(properties).filter((field) => !pathFields.includes(field));
  const fields = (title: string, names: readonly string[]): Markup =>
    names.length === 0
      ? html``
      : html`<h4>${title}</h4>${names.map((name) => fieldRow(name, properties[name] ?? {}, required.includes(name)))}`;
  const scope = operation.administers === true ? `${operation.effect} and admin` : operation.effect;
  return html`<section class="operation" id="${operation.name}"><div><h3>${operation.summary}</h3>
<div class="address">${methodMark(method)}<span class="path">${path}</span><span class="scope">needs ${scope}</span></div>
${fields('In the path', pathFields)}${fields(takesBody ? 'In the body, as JSON' : 'In the query', rest)}</div>
<div class="panel"><h4>Example</h4><div class="copyable"><pre>${curlFor(route)}</pre><button type="button">Copy</button></div>
<h4>Answers ${status}</h4><pre class="shape">${answerShape(operation, answers)}</pre></div></section>`;
}

function fieldRow(name: string, schema: JsonSchema, required: boolean): Markup {
  const fallback = schema.default === undefined ? '' : ` · ${JSON.stringify(schema.default)} unless given`;
  return html`<div class="field"><div><code>${name}</code>${required ? html`<span class="needed">required</span>` : ''}</div><div>${schema.description ?? ''}<div class="type">${typeText(schema)}${fallback}</div></div></div>`;
}

/** A record of its own has its place at the end of the page; anything else is shown at once. */
function answerShape(operation: Operation, answers: AnswerSchemas): Markup {
  const name = answers.nameOf(operation);
  const schema = answers.schemas[name];
  return linked(isAnswer(name) && schema !== undefined ? shapeText(schema) : name, answers);
}

/** Only what belongs to one operation is called an answer; the rest are records. */
function isAnswer(name: string): boolean {
  return name.endsWith('Answer');
}

/** The names of records in a shape lead to them. */
function linked(shape: string, { schemas }: AnswerSchemas): Markup {
  const words = shape.split(/\b([A-Z]\w+)\b/).map((word) => {
    const isRecord = Object.hasOwn(schemas, word) && !isAnswer(word);
    return isRecord ? html`<a href="#record-${word}">${word}</a>` : html`${word}`;
  });
  return html`${words}`;
}

function methodMark(method: string): Markup {
  return html`<span class="method ${method.toLowerCase()}">${method}</span>`;
}

const eventsSection = html`<h2 id="events">events</h2><p>What happens, while it happens, as server-sent events.</p>
<section class="operation"><div><h3>Hear what happens</h3>
<div class="address">${methodMark('GET')}<span class="path">/api/events</span><span class="scope">needs read</span></div>
<p>Only events of records you may see, in this process. Send <code>Last-Event-ID</code> to go on where you were; an event <code>reset</code> says that some were missed: load everything anew.</p>
<h4>Types, for ?types=</h4>${Object.entries(eventTypes).map(
  ([type, what]) => html`<div class="field"><div><code>${type}</code></div><div>${what}</div></div>`,
)}</div>
<div class="panel"><h4>Example</h4><div class="copyable"><pre>curl -N '${originMark}/api/events?types=run-started,run-finished'${tokenMark}</pre><button type="button">Copy</button></div>
<h4>Answers</h4><pre class="shape">id: 4f1c22a0-17
event: run-started
data: {"type":"run-started","at":1767225600000,"scope":{…},"runId":"run_01…"}</pre></div></section>`;

function recordsSection(answers: AnswerSchemas): Markup {
  const records = Object.entries(answers.schemas).filter(([name]) => !isAnswer(name));
  const parts = records.map(
    ([name, schema]) =>
      html`<details id="record-${name}"><summary>${name}</summary><pre>${linked(shapeText(schema), answers)}</pre></details>`,
  );
  return html`<h2 id="records">records</h2><p>What the names in the answers stand for.</p>${parts}`;
}
