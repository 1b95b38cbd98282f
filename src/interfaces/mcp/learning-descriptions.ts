/** What an agent decides by, for all that was learned: when to ask, what comes back, and how a call looks. */
export const learningDescriptions: Readonly<Record<string, string>> = {
  'learning.suggest': `Says what to do in a situation, or for a stored task, from how it went before. Use it before you choose how to do something that may have been tried before. Answers every action that was tried with its attempts, success rate and how sure that is, as "recommended" the one that is most surely good, and as "why" the reason; none is recommended when nothing worked or nothing is known. The more decisions are recorded with engram_memory_record, the better it gets.
Example: {"context":"api-auth-timeout"}`,
  'learning.recognise': `Tells whether an error was met before: how often, by which tools, in which runs, what helped against it and which tool worked next. Use it as soon as a tool call fails, before you retry. Paths, numbers, ids and times in the message may differ. No occurrences means that it is new.
Example: {"error":"connect ETIMEDOUT 10.0.0.7:5432"}`,
  'learning.solutions': `Finds what helps against an error, best first, also from errors that merely sound alike: the approach, its steps, and how often it helped. Use it after engram_learning_recognise, when you need more to try. Try one, then say with engram_learning_solved how it went.
Example: {"error":"connect ETIMEDOUT 10.0.0.7:5432","errorType":"ETIMEDOUT"}`,
  'learning.solved': `Says whether a solution helped: success, failure or partial. Use it after you tried one from engram_learning_solutions or engram_learning_recognise that has an "id"; its success rate follows. Those without an id are counted from runs by themselves.
Example: {"id":"les_01…","outcome":"success"}`,
  'learning.learn': `Teaches a failure: why it happens, what helps against it, what to verify before so that it does not happen again. Use it once you have solved an error that may come back. Finds or creates its pattern, keeps the solution, and makes a check for each thing to verify; engram_prevention_check then warns of it. Give it a "name" you will find it by.
Example: {"error":"npm install timed out after 120s","name":"npm-install-timeout","tool":"npm_install","solution":"clear the npm cache","prevention":["verify npm cache status"]}`,
  'learning.failures': `Lists failures, most frequent first, with when they were last seen, by which tools, and what helps. Use it to see what keeps going wrong here: "recurring" leaves only what happened more than once, "recent" only what happened lately.
Example: {"recent":"7d","recurring":true}`,
  'learning.patterns': `Lists what many records have in common: decisions (what was tried in a situation), failures, successes (an approach that works in one place) and sequences (tools that go with success), each under a name. Use it to look around; engram_learning_show tells all about one.
Example: {"type":"success","successRate":">80%"}`,
  'memory.patterns': `The same list as engram_learning_patterns, found beside the memories it is drawn from.
Example: {"type":"failure"}`,
  'learning.show': `Shows one pattern with all that is known about it, and how it went when it was applied to tasks. Use it when you have its name or id from a list.
Example: {"id":"npm-install-timeout"}`,
  'learning.rename': `Gives a pattern another name. Use it when the name it has by itself says too little; the old name no longer finds it.
Example: {"id":"npm-err-code-etimedout","name":"npm-install-timeout"}`,
  'learning.apply-pattern': `Attaches the steps, checks and context of a pattern to a stored task. Use it when you take up a task that a pattern fits; when the task is done or failed, that counts for or against the pattern. Answers the task and the guidance: its steps are what to do.
Example: {"pattern":"migration-rollback-strategy","task":"db-migration-456"}`,
  'learning.recommend': `Recommends how to do a task, from similar ones that succeeded: the approach, how sure that is, what they succeeded by, which tools they called, how long it took. Use it when you plan a task; for one choice within it use engram_learning_suggest. "No similar patterns." means that nothing like it was done before. Give the id of a stored task, or describe it.
Example: {"description":"Fix the login timeout","category":"auth","type":"bug"}`,
  'learning.predict': `Predicts how likely a task is to succeed with an approach, and tells as "quality" how good such predictions have been here. Use it to compare approaches, or to decide whether to ask a person first.
Example: {"description":"Fix the login timeout","category":"auth","approach":"incremental"}`,
  'learning.trends': `Tells for each category of tasks how its latest runs went, whether it is improving or declining, and which approaches are best there.
Example: {"category":"auth"}`,
  'learning.signatures': `Groups error messages or log lines that say the same, whatever ids, numbers and times they carry, and answers for each its signature and the pattern of its group. Use it to make sense of a long log. At most 10,000 at once; nothing is kept.
Example: {"messages":["order 42 is locked","order 77 is locked"]}`,
  'learning.stats': `Measures whether learning helps: how many runs used memories, how much better they did, harm, failures after prevention, and how good predictions are, each with how far it can be trusted.
Example: {}`,
  report: `Reports how work goes, what was learned and whether it helps: success by category and agent, trends, failures, checks, what to do about it. A long answer; use it when you are asked how it stands.
Example: {"days":30}`,

  'prevention.check': `Tells before a tool call whether a check warns of it, from failures of the past. Use it before a call that is risky, slow, or failed before, with the tool and the arguments you are going to use. "allow": nothing is known against it. "warn": read "findings" first; "ask" is a question to answer or a command for you to weigh, never one you must run. "block": do not make the call as it is; change it or do first what is missing. Give "run" when you record one: what came of the warning is then followed up, and checks that are wrong too often switch themselves off.
Example: {"tool":"npm_install","arguments":{"package":"left-pad"},"run":"run_01…"}`,
  'prevention.generate': `Creates checks from a failure pattern and what is known against it; engram_prevention_check then looks at them. Use it for a failure that keeps coming back (engram_learning_failures with "recurring"). Those that are there already stay.
Example: {"pattern":"npm-install-timeout"}`,
  'prevention.create': `Creates a check of your own: which calls it is about ("when"), what must hold ("verify": a predicate over the arguments or the calls before, a command, or a question), and whether it warns or blocks. Use it when you know what must be true before a call; from a failure that was recorded, engram_prevention_generate does it by itself.
Example: {"name":"long-enough-timeout","message":"Refunds need at least 30 seconds.","when":{"tool":"refund"},"verify":{"kind":"predicate","all":[{"of":"argument","path":"$.timeout","is":"at-least","value":30}]}}`,
  'prevention.list': `Lists checks, those that fired most first, with how often each was right.
Example: {"stage":"development"}`,
  'prevention.show': `Shows a check, and what came of it each time it fired. Use it before you switch off or rely on a check that surprises you.
Example: {"id":"verify-npm-cache-status"}`,
  'prevention.switch': `Switches a check on or off. Use it when a check is wrong and you were asked to; one that is switched on again starts with a clean record.
Example: {"id":"verify-npm-cache-status","enabled":false}`,
  'prevention.rename': `Gives a check another name; the old name no longer means it. Use it when a name says too little.
Example: {"id":"verify-npm-cache-status","name":"npm-cache-is-clean"}`,
  'prevention.delete': `Deletes a check for good, with its record. Use it only when you were asked to; engram_prevention_switch turns it off and keeps what came of it. Cannot be undone.
Example: {"id":"verify-npm-cache-status"}`,
};
