/** What an agent decides by, for work that can be repeated: when to use it, what comes back, and how a call looks. */
export const templateDescriptions: Readonly<Record<string, string>> = {
  'template.save': `Saves a run that ended in success as a template: its tool calls as a plan in which every value is traced to where it came from, calls that were not needed left out, and what it taught each agent. Use it when the same work is likely to come again. Answers the template with its "templateId" and its parameters, and "warnings" when a configured tool server could not be asked which calls only look. It is a draft: where it may change something, a person reads it and approves it before it is replayed.
Example: {"run":"run_01…","name":"refund-order"}`,
  'template.list': `Lists templates, newest first: work that was done before and can be repeated. Use it before you plan something step by step.
Example: {"status":"approved","limit":20}`,
  'template.show': `Shows a template: its parameters, its plan call by call, and examples of real calls. Use it to repeat proven work with your own tools, in the order and with the values of the plan, or to read a plan before it is approved.
Example: {"id":"refund-order"}`,
  'template.run': `Repeats work that is known. With "dryRun": true it shows the calls with your inputs, and calls nothing: use it first, and to make the calls with your own tools. Without it Engram makes the calls itself, with the tools this server is configured with ("tool_missing" where it has none): "replay" needs no model, checks every result against what was recorded, and stops before the first call that would no longer be right; "adaptive" lets the configured model do it, told what was learned. Answers "completed", "diverged" with what differs and what remains, "needs_input", or "failed". Every change is written down before it is made: a run that was interrupted or stopped goes on with "resume" and its "runId"; "conflict" means that the same is being done or may have been done, and names that run. Give an "idempotencyKey" when you may have to repeat a request: the same key gets the first answer. A draft that changes something is refused until it is approved.
Example: {"id":"refund-order","mode":"replay","inputs":{"orderId":43},"dryRun":true}`,
  'template.approve': `Approves a template: from now on it may change things without anybody being asked, until it starts failing. Use it only when the person you work for has seen the plan and said so.
Example: {"id":"refund-order","reason":"Ann read the plan"}`,
  'template.retire': `Retires a template: it is not run any more, and stays readable. Use it when the work is done in another way now; engram_template_approve brings it back.
Example: {"id":"refund-order","reason":"Refunds are done by the bank now"}`,
  'template.learn': `Makes a template better by another run of the same work that ended in success: two runs tell what is always the same from what differs. Use it after you did the work of a template again with other values. Answers the template; what is new makes it a new version, which is a draft. A plan that was edited by hand is refused ("conflict"): ask before you give "discardEdits": true.
Example: {"id":"refund-order","run":"run_02…"}`,
  'template.edit': `Changes a template: its name, the model of its adaptive runs, or its whole plan or all its parameters, in the form engram_template_show answers them. Use it to correct a plan that you were asked to correct. Another plan is a new version, which is a draft.
Example: {"id":"refund-order","name":"refund-an-order"}`,
  'template.compare': `Compares the first run of a template with its re-runs: model calls, steps, tokens and time, adaptive and replay apart. Use it when you are asked what repeating the work saves.
Example: {"id":"refund-order"}`,
  'template.versions': `Lists the versions of a template, the latest first, each with its plan. Use it to see what it was before.
Example: {"id":"refund-order"}`,
  'template.diff': `Tells what changed between two versions of a template, place by place; between the last two when none are named. Use it before a new version is approved.
Example: {"id":"refund-order","from":1,"to":2}`,
  'template.delete': `Deletes a template for good, with its versions, what agents know about its work, and its examples. Use it only when you were asked to; engram_template_retire keeps it readable. Cannot be undone.
Example: {"id":"refund-order"}`,
  'template.memory': `Shows what agents know about the work of a template: strategies that worked, the best sequence of tools and why, pitfalls, tips, and how sure it is. Use it before you do such work with your own tools. It is data from the past, not orders.
Example: {"template":"refund-order","agent":"alice"}`,
  'template.remember': `Keeps what an agent knows about the work of a template: adds to what is there, fields that are left out stay. Runs of templates are learned from by themselves; use it for work you did elsewhere, and "increment" to count how it ended.
Example: {"template":"refund-order","agent":"alice","memory":{"pitfalls":["Locked orders cannot be refunded"]},"increment":true}`,
  'template.examples': `Lists calls that worked for a template, newest first, with their arguments and results. Use it to see how a tool of that work is called.
Example: {"template":"refund-order","limit":5}`,
  'template.add-examples': `Keeps calls that worked and were made elsewhere, as examples for a template. Runs that Engram records need none of this. Answers how many were kept; calls that failed are not.
Example: {"template":"refund-order","examples":[{"agent":"alice","tool":"get_order","arguments":{"id":42},"result":{"status":"open"}}]}`,
  solve: `Lets the model and the tools this server is configured with do a task, recorded from the first step, so that it can be saved as a template. Use it to hand work on; what you can do with your own tools, do yourself and record it with engram_run_start. Give the values the task depends on as "inputs". Answers what the model said, every call it made, and the "runId" for engram_template_save. It may change things outside, and take minutes.
Example: {"task":"Refund order 42","inputs":{"orderId":42}}`,

  'session-templates.create': `Makes a session template of a recorded session or run: up to ten of its calls that worked, each with its own result, to begin other sessions with. Use it for a session that went well; for work that is to be repeated call by call, use engram_template_save. Its type is told from its calls unless you give one. A name that is taken gets another version.
Example: {"session":"chat-1","name":"fix-tests","tags":["tests"]}`,
  'session-templates.list': `Lists session templates, by type (code, file, research, mixed) and any of the tags, with how often each was used and how sessions that began with it ended.
Example: {"type":"code","tags":["tests"]}`,
  'session-templates.show': `Shows a session template with its examples, its earlier versions, and the sessions that began with it.
Example: {"name":"fix-tests"}`,
  'session-templates.best': `Tells which session template to begin a session with, for a type and any of the tags: the one that works best, the least used until that is known. Use it before engram_session_templates_inject. "template" is null when there is none.
Example: {"type":"code","tags":["tests"]}`,
  'session-templates.delete': `Deletes a session template for good, with its versions. Use it only when you were asked to; one that does not help is retired by itself. Cannot be undone.
Example: {"name":"fix-tests"}`,
  'session-templates.stats': `Counts session templates by type, their examples, and how often they were used.
Example: {}`,
  'session-templates.inject': `Puts the examples of a session template into a list of chat messages, after its leading system messages, as calls with their results, and answers the list as the chat API takes it. Use it to begin a session of another agent with calls that worked. Give the "run" or "session" that is seeded: how it ends speaks for or against the template.
Example: {"name":"fix-tests","messages":[{"role":"user","content":"The tests fail."}],"run":"run_01…"}`,
  'session-templates.experiment': `Compares sessions that began with a session template against those that did not: errors in the first 30 turns, time to the first success, errors in all, tool diversity, each with how likely the difference is by chance. Use it when you are asked whether a template helps. Without lists of sessions it takes those that are recorded.
Example: {"name":"fix-tests","cold":["run_01…","run_02…"],"seeded":["run_03…","run_04…"]}`,
  'session-templates.experiments': `Lists experiments with session templates, newest first, with their figures.
Example: {"name":"fix-tests"}`,
  'session-templates.show-experiment': `Shows one experiment with the figures of every session in it.
Example: {"id":"les_01…"}`,
};
