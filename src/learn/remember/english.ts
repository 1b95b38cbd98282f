/**
 * All English that the rules know beside what they learned (`english-weights.ts`): cues, and classes of words, in capitals. `{name}` stands for a list.
 */
export const english = String.raw`
home = (?:this|the|our) (?:repo|repository|project|codebase|code base|monorepo|team|company|organi[sz]ation|workspace|product|shop|office|practice|house)
# What stands before a statement, and before one that corrects; between two; before a text that is only shown or asked for.
opening = ^(?:(?:yes|yeah|yep|ok|okay|right|hey|hi|oh|well|btw|by the way|also|and|so|but|please|fyi|thanks|thank you|great|cool|good|sure|one more thing|important|reminder|nb|hint|tip|just so you know|team|in general|generally|small remark|whatever (?:you do|happens))(?=[\s,.!:;–-])[\s,.!:;–-]+)+
correcting = ^(?:no(?=[,.!:;–-]| (?:we|i|use|the|our)\b)|nope|wrong|incorrect|not quite|actually|correction|sorry|that(?:'s| is) (?:wrong|not right|not correct|incorrect))(?=[\s,.!:;–-])[\s,.!:;–-]+
shown = (?<!\p{L})(?:summari[sz]e|draft|compose|shorten|spell ?check|continue|turn (?:this|it|these)|write (?:an? |the )?(?:mock|poem|story|note|memo)|reply to|sentence|translate|explain|review|rephrase|proofread|here(?:'s| is| are)|says?|wrote|said|message|text|article|page|log|output|essay|following)(?!\p{L})[^:]*:
here = {home}
guess = maybe|perhaps|probably|possibly|might|could|i think|i guess|i believe|i suppose|guess|seems?|looks? like|hopefully|not sure|wonder|hope|imagine|suppose|apparently|i wish|(?<!nobody )says|said|claims?|claimed|recommends|suggests|(?:told|tells) (?:me|us)|thinks|according to|haha+|lol|kidding|joking
passing = current|today|tonight|tomorrow|yesterday|right now|for now|at the moment|currently|this (?:morning|afternoon|evening|week|month|year|weekend|time|one)|(?:next|last) (?:\w+day|week|month|year|night|time|spring|summer|autumn|fall|winter)|(?:on|until|by|till|next|last) (?:mon|tues|wednes|thurs|fri|satur|sun)day|yet|so far|soon|recently|lately|\w+ ago|later|meanwhile|again|just|in a (?:minute|moment|second)|go on|back from|out of office
pointing = ^the (?:new|old|current)|this|these|those|(?:above|below)(?! \S)|the following|else|(?:the |an?)other|the same|(?<!(?:in|on|of|by|at) )the (?:first|second|third|last|next|latest|previous|right|wrong|rest)|option|(?:do|use|like|for|with|of|from|in|to|change|fix|keep|prefer|love|hate|said|call|try) that(?! (?:you|we|i|all|every|the|our)(?![\p{L}]))|that's(?! how)|line \d+|the (?:one|ones)(?! that| who| with| in| for| from)
speakers = (?:i|we)(?:'\w+)?|my|our|me
speaker = The user
contrast = \s*\b(?:instead of|rather than|over)\s+|,\s*(?:and |but )?not\s+(?:for |to |from |in |on |with )?|\s+not\s+(?=\S+[.!]?$)
confirms = next|now|ready|proceed|continue|go ahead|try again|i|me|yes|no
reason = because|since|so that|'cause|as it
preferred = \bprefer\s(.+?)[\s.,!;]*$
preferredTo = \bprefer\s(.+?)\s(?:over|to|instead of|rather than)\s(.+?)[\s.,!;]*$
replaced = ^(?:(?:please|always|now|from now on|we|i|let's)[\s,]+)*(?:use\s.+?\s(?:instead of|rather than)|(?:have |'ve )?(?:switched|moved|migrated|changed)\sfrom)\s(.+?)(?:\sto\s.+|\sfrom now on)?[\s.!,;]*$
denied = not|no|never|without|cannot|\w+n't
onlyUse = use uses used using always user project repo repository team
forbids = ^(?:please )?(?:never|no|do not|don't|avoid|stop)
# Endings that tell what a word does.
endings = ing|ed|'s|ly|(?:tion|ment|ness|ity|ance|ence)s?|(?<!s)s
# Classes of words, by what they do in a sentence: grammar first, then verbs that a rule or a task begins with, and what is over soon.
I = i|i'm|i've|i'd|i'll
WE = we|we're|we've|we'd|we'll|let's
MY = my
OUR = our|ours|us
ME = me|myself
YOU = you|your|you're|you've|you'll|u
THEY = he|she|they|his|her|him|them|their|they're|he's|she's|they've
IT = it|its|it's|itself
THIS = this|that|these|those|here|there|that's|there's
THE = the
A = a|an
ALL = all|every|each|any|everything|everyone|everybody|anyone|anything|both|whole|entire
NO = no|none|nothing|nobody|nowhere
NEVER = never
ALWAYS = always
ONLY = only|exclusively|solely
MUST = must|shall|required|mandatory|forbidden|prohibited|obligatory
NEED = need|needs|needed|require|requires
SHOULD = should|ought|supposed
MAY = may|allowed|permitted
CAN = can|cannot|can't|able
COULD = could|would|might|couldn't|wouldn't
WILL = will|won't|gonna
HEDGE = maybe|perhaps|probably|possibly|guess|think|seems|seem|apparently|suppose|wonder|wish|hope|hopefully|imagine|assuming|unless|doubt|unsure|dunno|sure|believe|looks|feel|feels|somehow|sounds|curious|kinda|sort
BE = is|are|isn't|aren't
BEB = be|being
AM = am
WAS = was|were|wasn't|weren't|been|had|hadn't
HAVE = has|have|hasn't|haven't|having
DO = do|does|doing|done
DONT = don't|doesn't|dont
DID = did|didn't|went|got|took|came|made|saw|gave|ran|found|lost|met|wrote|felt|forgot|broke|kept|left|tried|put|spent|thought|knew|meant|sent
NOT = not|n't|neither|nor|without
NOW = now|today|tomorrow|yesterday|tonight|currently|moment|yet|again|already|just|soon|later|recently|lately|ago|morning|afternoon|evening|weekend|meantime|meanwhile|minutes|seconds|minute|second
STILL = still
TIMES = daily|nightly|weekly|monthly|yearly|annually|quarterly|hourly|mondays|tuesdays|wednesdays|thursdays|fridays|saturdays|sundays|weekdays|weekends
DAY = monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|march|april|june|july|august|september|october|november|december|week|month|quarter|year|day|night|hour|hours|days|weeks|months|years|noon|midnight|sprint|release|spring|summer|autumn|winter
PREP = in|on|at|by|with|for|from|into|to|of|under|within|between|inside|across|through|via|per|during|towards|against
BEFORE = before|after|until|till|while|once
IF = if|when|whenever|wherever
AND = and|or|plus|also|too
BUT = but|though|although|however|except
WHY = because|since|so|therefore|cause
OVER = instead|rather|over|than|versus|vs
STAND = forward|default|convention|future|general|standard|policy|rule|guideline|everywhere|forever|permanently|consistently|usually|generally|normally|typically|mostly|primarily
DECIDE = decided|decision|agreed|settled|chose|chosen|picked|approved|voted|final|finally|official|rejected|adopted|opted|standardised|standardized|standardising|standardizing|switching|switched|migrating|migrated|moving|moved|dropping|dropped|replaced|retired|retire
PREFER = prefer|prefers|preferred|preference|favourite|favorite|like|likes|dislike|hate|love|enjoy|stand|comfortable|annoying|annoys
WRONG = wrong|actually|incorrect|correction|mistake|nope|mixed|misread|confused
Q = what|who|where|why|how|which|whose|whom
SAY = say|says|said|told|tells|claims|claimed|claim|recommends|suggests|according|heard|read|mentioned|reddit|hn|twitter|blog|article|forum|book|colleague|friend|brother|sister|wife|husband|neighbour|cousin
THANK = thanks|thank|thx|cheers|great|ok|okay|nice|perfect|sorry|hi|hello|hey|yes|yeah|yep|good|cool|awesome|wow|hm|hmm|lol|haha|ugh|wonderful|excellent|brilliant|lovely
PLEASE = please|pls|kindly
TASK = fix|add|make|create|show|tell|give|explain|check|look|find|help|rename|generate|draft|summarise|summarize|translate|implement|update|change|remove|delete|undo|revert|try|start|stop|continue|go|open|rerun|rewrite|paste|compare|list|convert|calculate|compute|refactor|move|debug|investigate|review|proofread|send|print|count|design|suggest
RULEV = use|keep|avoid|follow|stick|ensure|format|name|store|log|commit|push|merge|deploy|label|tag|sign|prefix|include|write|answer|reply|call|ask|treat|remember|note
HABIT = uses|runs|lives|starts|ends|expires|closes|opens|goes|works|handles|owns|belongs|contains|accepts|supports|sits|costs|takes|comes|means|stays|happens|points|returns|allows|depends|ships|expects|listens|maintains|manages
STATE = called|named|spelled|written|stored|hosted|located|owned|managed|built|closed|due|limited|based|pronounced|pinned|capped
FAIL = fails|failing|failed|broken|breaks|crash|crashes|crashed|error|errors|bug|red|stuck|stale|slow|hangs|down|flaky|timeout|leaking
PERSON = team|company|customers|clients|patients|office|department|boss|customer|client|staff|lead|owner|contact|responsible|admin
ELSE = other|another|same|else|one|ones|thing|things|something|someone|somewhere|stuff|way|option|next|last|first|previous|above|below|following|current|latest|new|old
USED = used|formerly|back
VERB = get|set|bring|buy|sell|pay|charge|bill|invoice|order|reserve|plan|schedule|build|install|configure|enable|disable|allow|forbid|permit|accept|reject|refuse|approve|verify|validate|confirm|assume|expect|consider|handle|process|manage|maintain|own|hold|host|serve|support|provide|offer|deliver|receive|return|refund|reimburse|save|load|import|export|upload|download|copy|sync|backup|archive|restore|reset|wipe|clean|clear|drop|cut|split|join|combine|group|filter|search|query|index|measure|track|monitor|watch|test|mock|stub|lint|compile|bundle|publish|launch|roll|bump|pin|upgrade|downgrade|migrate|port|switch|replace|swap|adopt|pick|choose|select|decide|agree|vote|settle|pull|fetch|clone|branch|rebase|squash|cherry-pick|reopen|close|assign|invite|notify|warn|alert|email|mail|message|report|escalate|document|describe|quote|cite|speak|talk|teach|learn|study|know|understand|hear|see|meet|visit|travel|fly|drive|walk|cook|bake|eat|drink|sleep|live|stay|sit|belong|lie|depend|rely|consist|contain|cover|cost|begin|end|finish|happen|occur|expire|renew|rotate|encrypt|hash|escape|round|truncate|pad|indent|align|center|wrap|nest|inline|abbreviate|capitalise|capitalize|hyphenate|number|suffix|overwrite|touch|alter|edit|modify|throw|catch|swallow|raise|emit|trigger|retry|cancel|abort|skip|ignore|suppress|silence|hide|display|render|draw|paint|scan|hire|fire|train|represent|wear|carry|collect|gather|spend|waste|lose|win|play|sing|rehearse|grade|mark|mix|stir|heat|freeze
EVENT = meeting|lunch|dinner|flight|bus|demo|appointment|standup|headache|cold|holiday|vacation|trip|party|birthday|coffee|pizza|weather|rain|traffic|battery|laptop|screen|wifi|internet|queue|cat|dog|kids|joke|game|song|movie|story|poem|pirate
WORKN = file|line|function|method|variable|button|page|paragraph|section|header|footer|column|row|table|chart|screenshot|attachment|pr|patch|diff|loop|class|script|output|result|question|reason|value|sentence|word|image|picture|slide|sheet|letter|chapter|version|title|figure
MOOD = tired|hungry|late|busy|sick|weird|funny|strange|crazy|ugly|terrible|awful|horrible|annoyed|happy|sad|glad|excited|bored|surprised|impressed|amazing|beautiful|typical|silly|painful|interesting|stupid|cute|nice-looking
RUNS = running|waiting|working|trying|getting|looking|thinking|reading|going|coming|taking|making|testing|debugging|fixing|writing|asking
`;
