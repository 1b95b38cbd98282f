/**
 * All English that the rules know: lists of words, cues, and forms of statements. `{name}` stands for a list. A form with `label` only announces a
 * statement; with `named` it counts when it names something, with `name` when a name follows at once, with `argued` when it names something, gives a reason or says
 * what was not chosen; with `dated` it may tell when it happened; with `corrects` it counts after an opening that corrects; with `forbids` it forbids.
 */
export const english = String.raw`
grammar = the|a|an|this|that|these|those|it|its|i|you|he|she|they|we|my|your|his|her|their|our|me|us|him|them|there|here|what|who|whom|whose|which|how|why|where|when|whenever|while|if|because|since|although|though|unless|until|once|and|or|but|so|then|than|to|of|in|on|at|by|for|from|with|without|into|about|as|after|before|over|under|between|during|per|not|no|yes|nope|please|just|only|also|even|very|too|more|most|less|least|much|many|some|any|all|every|each|both|none|other|such|same|is|are|was|were|be|been|being|am|do|does|did|done|have|has|had|having|will|would|can|could|may|might|must|shall|should|cannot|let's|i'm|i've|i'd|i'll|we're|we've|we'd|we'll|you're|it's|that's|there's|don't|doesn't|didn't|isn't|aren't|won't|can't|always|never|ever|again|now|still|already|really|actually|maybe|perhaps|probably|seen|heard|said|saw|told|found|took|gave|ran|lost|met|came|made|understood|felt|wrote|ate|slept|drove|bought|brought|caught|taught|began|broke|forgot|spoke|stood|won|thought|knew|got|gone|went|sure|one|two|three|out|off|up|down
article = the|a|an|this|that|these|those|it|its|them|your|his|her|their|my
home = (?:this|the|our) (?:repo|repository|project|codebase|code base|monorepo|team|company|organi[sz]ation|workspace|product|shop|office|practice|house)
# A verb that gives an order: "run", but not "fails", "worked", "failing". Then things in general, each of them, one of them.
order = (?!{grammar}(?![\w'-]))(?!(?:mind|show|tell|let|look)\b)[a-z][a-z-]*(?<!(?:[^s]s|ed|ing))\b
things = (?!{grammar}(?![\w'-]))(?!(?:let|first|then|next)\b|\d){token}(?: (?!(?:{article}|{verb})\b)(?:(?:of|for|in|from|on|to) the )?{token}){0,7}?
each = (?:all(?! the)|every(?! time| day)|each(?! time)|any|no|new|an?) {token}(?: {token}){0,7}?
token = (?:[^\s,;:!?()"“”]|,(?=\d))+
one = (?:(?:the|our) (?!(?:[\w-]+ ){0,2}?{work}s? (?:{verb}|\w+s)\b)(?:(?!{verb}\b){token} ){2,6}?|(?:the {sole}|our (?!{work}s? (?:{verb}|\w+s)\b){token}) )
# What a project has one of, so that "the" says which.
sole = api|ci|app|website|site|backend|frontend|database|office|shop|sdk|cli|docs|handbook|company|clinic|school|kitchen|warehouse|customer|client|boss|board|landlord|owner
recurring = (?:every|each) (?:other |second |single )?(?:\w+day|day|week|month|quarter|year|night|morning|evening|spring|summer|autumn|fall|winter|hour|release|sprint)|daily|weekly|monthly|yearly|annually|on \w+days|once an? \w+
verb = says?|said|tells?|is|are|was|were|did|does|do|has|had|should|must|will|would|could|can|may|shall|isn't|aren't|we|i|you|he|she|they|me|when|if|because
# Nouns of the present state of work: what is said of them is over soon. Verbs of what is done again and again. What things are for long.
work = run|process|upload|download|error|bug|issue|problem|trouble|question|answer|reason|result|output|total|sum|fix|patch|test|job|log|stack|trace|file|function|method|line|class|variable|component|argument|parameter|response|request|message|pr|diff|branch|commit|session|ticket|story|task|meeting|train|flight|thing|point|idea|guess|trick|guy|difference|goal|update|change|draft|article|book|page|email|weather|traffic|food|soup
habit = use|deploy|host|run|build|write|store|keep|ship|target|support|require|need|maintain|sell|serve|bill|charge|invoice|follow|work|open|close|offer|accept|pay|log|name|sign|review|release|publish|test|develop|version|format|track|manage|own|speak|rent|teach|treat|send|buy|order|import|export|generate|validate|cache|squash|rebase|merge|tag|pin|lint|mock|go|start|end|begin|live|happen|expire|cost|take|belong|stand for|listen|allow|contain|come|point|default|depend|rely|connect|report|handle|approve|lead|get|round|reject|measure|count|assume|escalate|rotate|translate|bundle|avoid|forbid|refund|reimburse|split|pair|plan|meet|clean|cook|roast|hire|insist on|expect|pack|file|book|label|train|operate|redirect|call|refer to|renew|leave|arrive|deliver|record|read|document
state = called|named|spelled|written|kept|stored|hosted|located|owned|maintained|managed|built|based|closed|open|due|limited|sorted|available|deployed|published|generated|run|served|signed|encrypted|billed|paid|delivered|handled|reviewed|allowed|forbidden|required|responsible|short|tagged|versioned|configured|defined|documented|numbered|measured|shipped|made|used|capped|set|valid|at|in|on|under|behind|from|for|part|always|never|only|usually|read-only|deprecated|mandatory|optional|reserved|dedicated|intended|prefixed|managed|licensed|sold|priced|counted|returned|protected|supported|archived|rotated|backed|split|shared|formatted|translated
policy = use|commit|push|merge|deploy|import|export|log|hardcode|hard-code|mock|store|share|disclose|rely|mix|nest|abbreviate|force-push|squash|rebase|swallow|catch|throw|ship|publish|release|install|introduce|send|give|quote|promise|discuss|accept|offer|serve|schedule|book|bill|discount|mention|include|put|write|add|call
standing = always|never|whenever|every time|each time|(?:when|before|after|while) (?:you |we |i |\w+ing\b|merg|every|each|any|a |an )|by default|unless|at all times|everywhere|(?:before|after|on|with|at|in|to|for) (?:every|each|any)|every new|all new|from now on|in (?:the )?future|going forward|without asking|without (?:my|a|an|explicit) |in {home}|at most|at least|no more than|consistently|directly (?:to|on|in)|asking (?:me|us)|(?:on|in) prod(?:uction)?|on (?:mon|tues|wednes|thurs|fri|satur|sun)days
choice = use|go with|stick (?:to|with)|switch|move|migrate|keep|adopt|drop|support|host|deploy|replace|rewrite|standardi[sz]e|start|stop|store|make|require|allow|build|release|charge|offer|not|postpone|split|remove|accept|only|always|never|write|open|close|pay|hire|work|run|put|ship|name|call|buy|sell|rent|outsource|focus|limit|version|publish|merge|let|send|have|give|skip|do|treat|target|deprecate|pin
# What looks like a rule or a fact and is a task, a mood, a failure.
task = (?:make|write|create|add|draft|build|generate|implement|design|compose|give|prepare) (?:me )?(?:the|an?|some)\b|check (?:whether|if|that|the)\b|(?:add|check|write|update|replace|create|fix|rename|remove|change|implement) (?!.*(?:before|after|always|whenever)).*\b(?:for|in|of|to) (?:each|every|any|a|an|at)\b
aside = .*\bhere\b|use (?!the|a |this)[^,]+?(?: instead of | rather than |, not )|.*\b(?:for|to|on|into) (?:the|these|this)\b|.*\b(?:for|of) (?:a|an)\b|.* [\w-]+\.(?:tsx?|jsx?|py|go|rs|java|rb)\b|write (?!.* (?:in|as|with) )|.*\bto {order} (?:the|an?|this|my)\b
mood = .*\b(?:is|are) (?:in use|on fire|at fault|in progress|on holiday|out )|.*\b(?:is|are) (?:an?|the) (?:mess|bit|problem|bug|path|issue|reason|same|joke)
failing = .*\b(?:fails?|crash(?:es)?|breaks?|hangs?|dies|times out|was|were|rained|asked|called again|late)\b
# What stands before a statement, and before one that corrects; between two; before a text that is only shown.
opening = ^(?:(?:yes|yeah|yep|ok|okay|right|hey|hi|oh|well|btw|by the way|also|and|so|but|please|fyi|thanks|thank you|great|cool|good|sure|one more thing|important|reminder|nb|hint|tip|just so you know|team|in general|generally|small remark|whatever (?:you do|happens))(?=[\s,.!:;–-])[\s,.!:;–-]+)+
joint = \s+[-–—]+\s+|;\s+|,\s+(?:but|and|so|also|please)\s+|,\s+(?=(?:we|our|always|never|please|don't)\s)|:\s+
shown = (?<!\p{L})(?:summari[sz]e|translate|explain|review|rephrase|proofread|here(?:'s| is| are)|says?|wrote|said|message|text|article|page|log|output|essay|following)(?!\p{L})[^:]*:
here = {home}
guess = maybe|perhaps|probably|possibly|might|could|i think|i guess|i believe|i suppose|guess|seems?|looks? like|hopefully|not sure|wonder|hope|imagine|suppose|apparently|i wish|(?<!nobody )says|said|claims?|claimed|recommends|suggests|(?:told|tells) (?:me|us)|thinks|according to|haha+|lol|kidding|joking
passing = current|today|tonight|tomorrow|yesterday|right now|for now|at the moment|currently|this (?:morning|afternoon|evening|week|month|year|weekend|time|one)|(?:next|last) (?:\w+day|week|month|year|night|time|spring|summer|autumn|fall|winter)|(?:on|until|by|till|next|last) (?:mon|tues|wednes|thurs|fri|satur|sun)day|yet|so far|soon|recently|lately|\w+ ago|later|meanwhile|again|just|in a (?:minute|moment|second)|go on|back from|out of office
pointing = ^the (?:new|old|current)|this|these|those|(?:above|below)(?! \S)|the following|else|(?:the |an?)other|the same|(?<!(?:in|on|of|by|at) )the (?:first|second|third|last|next|latest|previous|right|wrong|rest)|option|(?:do|use|like|for|with|of|from|in|to|change|fix|keep|prefer|love|hate|said|call|try) that(?! (?:you|we|i|all|every|the|our)(?![\p{L}]))|that's(?! how)|line \d+|the (?:one|ones)(?! that| who| with| in| for| from)
pronoun = it|it's|he|she|they|they're|them|him|her|his|their|ones|one(?=[\s.,!]*$|\s(?:with|of|that|in|for|to|on|and|or|is)(?![\p{L}]))|something|stuff|things?|that(?=[\s.,!;]*$)|did|was|were|didn't|wasn't
speakers = (?:i|we)(?:'\w+)?|my|our|me
speaker = The user
contrast = \s*\b(?:instead of|rather than|over)\s+|,\s*(?:and |but )?not\s+(?:for |to |from |in |on |with )?|\s+not\s+(?=\S+[.!]?$)
confirms = next|now|ready|proceed|continue|go ahead|try again|i|me|yes|no
number = one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|thirty|hundred|thousand|half|noon|midnight
reason = because|since|so that|'cause|as it
preferred = \bprefer\s(.+?)[\s.,!;]*$
preferredTo = \bprefer\s(.+?)\s(?:over|to|instead of|rather than)\s(.+?)[\s.,!;]*$
replaced = ^(?:(?:please|always|now|from now on|we|i|let's)[\s,]+)*(?:use\s.+?\s(?:instead of|rather than)|(?:have |'ve )?(?:switched|moved|migrated|changed)\sfrom)\s(.+?)(?:\sto\s.+|\sfrom now on)?[\s.!,;]*$
denied = not|no|never|without|cannot|\w+n't
onlyUse = use uses used using always user project repo repository team
correcting = ^(?:no(?=[,.!:;–-]| (?:we|i|use|the|our)\b)|nope|wrong|incorrect|not quite|actually|correction|sorry|that(?:'s| is) (?:wrong|not right|not correct|incorrect))(?=[\s,.!:;–-])[\s,.!:;–-]+
# Forms: what the statement is, its qualities, how it begins. The first that fits counts.
decision label = (?:final )?decision(?: (?:on|about|for) [\w ]+)?:\s
rule label = (?:(?:house )?rules?:|convention:|policy:|guideline:|remember to|don't forget to|(?:it is|it's) (?:important|essential|mandatory|required) (?:that|to)) (?=\S+ \S+ \S)
preference label = (?:my )?preference:\s
fact label = (?:note|remember|keep in mind|bear in mind|be aware|don't forget)(?:,? that |: )(?!i'm|it's|when|(?:the|my|your|this) {work}s?\b|.*\battached\b)
fact label = (?:for (?:future )?reference|for the record|for your information)(?:,? that |[:,] )(?!i'm|it's)
rule forbids = never (?:ever )?(?!again\b){order}(?: \S|[.!]*$)|(?:do not|don't) ever {order} \S|(?:do not|don't)(?: ever)? {policy} (?!{article} \w+[.!]*$)
rule forbids = (?:do not|don't)(?: ever)? (?!(?:worry|bother|know|think|forget|care|feel|have|want|need|understand|remember|like|wait|stop|panic|hesitate|be)\b|(?:run|change|do|fix|start|try|go|delete|remove|rename|make|look|click|spend|waste|explain|show|touch)\b(?!.*{standing})){order} (?!.*\bthe\b(?!.*{standing}))\S
rule forbids = avoid (?!it\b)\S|stop \w+ing (?!{article}\b)\S|no (?!idea|problem|worries|need|way|luck|errors?|changes?|one\b|longer|more|tests?\b)[\w-]+(?: [\w-]+)? (?:in|on|without|after|before|during|at) (?!the |this )\S
rule = (?!{task})(?:(?:from now on|going forward|(?:(?:one|a) thing )?(?:in|for) (?:the )?future|by default|by convention|as a rule|in {home})[,: ]+(?!i (?:shall|will|am)\b)\S+ \S+|{order}\b.* (?:from now on|going forward|by default|in future)[.!]*$)
rule = (?!{task})(?:always {order} \S|(?:prefer|stick (?:to|with)) (?!it\b)\S|only {policy} \S+ \S|in our (?!last|next|{work})[\w-]+(?: [\w-]+)?, \S+ \S|(?:for|in) {things}, (?:(?:please|always|never|don't) )*{order})
rule = (?!{task})(?:only (?:{each}|{things}|the [\w' -]+?) (?:may|can|should|must|is allowed|are allowed)\b|{order} .*(?<![\w-]){standing}|(?:make sure|ensure)(?: that)? (?:{each}|{things}) (?:\w+s|are|have)\b)
rule = (?!{task})(?:when|whenever|if|before|after|every time|each time) (?:you|we|i|an?|any|anyone|someone|\w+ing)\b(?! (?:want|like|can|go on|see|start|begin|are)\b)[^,]*, (?:please |always |also |never |first |don't |do not )*{order}
rule = (?!{task})(?:use (?!{article}\b)[\w-]+ [\w-]+s[.!]*$|(?:build|deploy|run|start|test|release|install|log in|connect)(?: \w+)? (?:with|using|via|through) (?=["\x60\d]|\S*[/._])|be (?:concise|brief|precise|formal|polite|explicit|terse|direct)\b)
rule = (?!{task})(?:answer|reply|respond)(?: to me)? (?:in (?!the |one )|briefly|with(?:out)? (?:short|no|bullet|lists))
rule = (?!{task})(?:{each}|{things}) (?:must|shall|(?:have|has|need|needs) to|may only|may not|must not|can only|(?:are|is) (?:not allowed|required|forbidden|to be))\b(?! (?:have|be (?:a |the |some))\b)
rule = (?!{task})(?:the|our) {token}(?: {token}){0,4}? (?:must|shall|has to|have to) (?:(?:always|never|not|only) |be \w+ed\b.*{standing})
rule = (?!{task})(?:{each}|{things}) should (?:(?:always|never|not|only) )?(?:be (?:\w+(?:ed|en)|in|at|as|under|on|at least|at most|fewer|less|shorter|small|short)\b|use|have|go|start|end|contain|follow|live|include|return|come|stay|match|fit|tell|say|show|explain|give|name|run|write|cover|describe)\b
rule = (?!{task})(?:(?:you|we|they|one) (?:must|should|may)(?:n't)? (?:always|never|only)\b(?! have\b)|you (?:may|can|don't need to|do not need to|don't have to|needn't) (?!always).*{standing}|we (?:must|may) not )
rule = (?!{task})(?:all(?! the)|every|each|any|no|new) (?!time|day|good)(?:{token} ){1,7}?(?:needs?|requires?|has|have|{habit}s?|goes?|(?:is|are) {state})\b(?!.*ing[.!]*$)
rule = (?!{aside})(?:use|keep|write|put|name|format|follow|store|wrap|group|sort|indent|limit|document|validate|tag|label|sign|prefix|number|round|pack|address) (?!{article}\b|going)(?=.*\b(?:for|in|under|below|as|with|to|at|within|after|before|like|by|on|short|small|private|alphabetically|brief|concise|simple|light|consistent|sorted|minimal|lean|clean|flat|focused|readable|singular|plural|up to date|off|out)\b)\S
decision = it(?:'s| was| has been| is) (?:decided|agreed|settled|final|official):? \S+ \S|instead of [^,]+, (?:we )?(?:use|write|go with|prefer)\b
decision = (?:use|go with|choose|pick) (?!an? |the |this |my |your |let |it\b)[^,]+?(?: instead of | rather than |, not )(?!the|this|that|a )
decision = (?:(?:we|i|the (?:team|board|client|customer|management|boss|council))(?:'ve| have| has)?(?: all| finally)? )?(?:decided|agreed|opted|chose|chosen|voted|approved|went with|rejected|abandoned|ruled out|settled|adopted|picked|standardi[sz]ed)(?! (?:on|to) (?:it|that))(?: (?:that|on|for) \S| (?:not )?to {choice}\b| (?!to|it|the first|the second)\S+)
decision named dated = (?:as of|starting|since) [\w ]+?,? (?:we|i) (?:only )?{choice}\b
decision named dated = (?:we|i)(?:'ve| have)? (?:recently |now |just )?(?:(?:switched|moved|migrated|upgraded|converted)(?! the {work}s?)\b.* (?:from|to)|dropped|deprecated|retired|replaced)\b
decision name = (?:{one}|{things} )will be\s
decision named = (?:{one}|{things} )will be \w+(?:ed|ept|old|un|ilt) (?:with|by|in|on|to|from|at)\b
decision named = (?:we|i)(?:'re| are)(?: now)? (?:moving|switching|migrating|going|sticking|staying|standardi[sz]ing|dropping|replacing)(?: (?:to|with|from|on|support))? (?!need|be|have)|(?:we|i)(?:'ll| will|'re going to| are going to) {choice}\b
decision argued = let's {choice}\b(?! (?:it|the weekend)\b)(?!.*\bhere\b)
preference = (?:i|we)(?:'d| would)?(?: (?:really|strongly|generally|usually|personally|much|also|always|still))* (?:prefer|rather(?! not say)) (?!it[.,!]|not to)
preference = i (?:(?:really|also|absolutely) )?(?:don't like|dislike|hate|like|love|enjoy|can't stand) (?:it when (?!you did)|(?!{article}\b|how|to (?:see|hear|know|think)|you\b|what)\S)|i (?:don't|do not|never) want you to \S+ \S
preference = i(?:'d| would) like (?!{grammar}\b)[\w-]+(?: [\w-]+)? to (?:be|follow|use|have|start|end|stay)\b|i(?:'d like| would like| want) you to \S+ .*{standing}
preference = i (?:don't want|want) (?:(?:(?:all|every)(?! the| of)|only|short|no|you to (?:always|never))\b|(?!to\b|{article}\b|you\b)[\w-]+s (?:in|to|with|without)\b)
preference = (?:please )?call me (?!when|if|crazy|old|maybe|back|on|at|once|after|before|later){token}(?=[.,!]|$)|.*,? (?:that is|that's) how (?:i|we) (?:like|want|prefer|do)\b|(?:for {things},? )?i want [^,]+, not \S
preference = my (?:preference|favou?rite \w+) is (?!the first|the second)
fact = we (?:(?:all|only|also|always|never|still|now|mostly|usually|generally|no longer|do not|don't|primarily|exclusively) )*(?!(?:get|take|need|start|end|come|call|stop)\b){habit}\b(?! (?:out|through|into|it|that|to (?:see|find)|the (?!\w+ (?:for|as|to) ))\b)(?! an? \w+ to\b) \S
fact = we (?:only|no longer|never|don't|do not) (?:do \S+ \S|(?!have |know|think|want|see|understand|need|care|remember){order}\b \S)|i(?:'m| am) (?:more |most )?(?:comfortable|fluent|used to)
fact = we(?:'re| are) (?:an? (?!bit|little|lot|mess)|based|located)|(?:for|in) (?!example|short|general|the meantime|case|fact|{work})[\w -]{3,40}?,? we (?:only |always |never )?{habit}\b \S
fact = my name is|i(?:'m| am) (?:an? (?!bit|little|lot|huge|big|mix)|the (?:[\w-]+ )?(?:only|lead|owner|maintainer|head|manager|admin|developer|author)|from (?!the )|based |on (?:windows|mac|linux)|allergic|vegetarian|vegan|diabetic|left-handed|colou?r.?blind|responsible|in charge)
fact = i (?:(?:mostly|only|always|also|mainly) )?(?:work (?:at|as|for|in|from|with|part|full|on (?!it|that|the|an? ))|live (?:in|near|with)|maintain|own|manage|speak|teach|run (?:an?|the|my) |use (?!the |it|an? \w+ to|my))
fact name = (?:{one}|(?!(?:thanks|done)\b){things} )(?:is|are) (?:now )?(?!\w+ing\b)
fact name = the [\w-]+ (?:is|are) (?=[^,]+, not )
fact name = (?:{one}|the (?!{work}s?\b)[\w-]+ |{things} )(?:is|are) \w+(?:ed|en|un|ade|uilt|ept|old) (?:by|at|in|on|with|from|to) (?:the )?
fact name = you(?:'ll| can| will)? find [\w' -]+ (?:at|in|under|on)\s
correction named corrects = the [\w -]+?(?:'s| is| are) (?!\w+ing\b|not\b|still\b)
fact = (?!{mood})my (?!{work}|code|laptop)[\w-]+ is an? (?!bit|lot)
fact named = (?!{mood})my (?!{work}|flight|laptop|name|train|bad|mind|first|last)(?:[\w'-]+ ){1,4}?(?:is|are|uses?|lives?|works?) (?!\w+ing\b|not\b|so\b|very\b|really\b|too\b)
fact named = (?!{mood}){things} (?:is|are) (?:the|an?) (?:[\w-]+ ){0,3}?(?:owner|lead|contact|manager|admin|administrator|maintainer|head|reviewer|approver|boss|deputy|default|person|supplier|client|customer)\b
fact named = (?!{mood}){one}(?:(?:is|are) (?:not )?(?:an?|the|mostly|about|roughly|around) |(?:does not|doesn't) {habit}|has (?:an?|\d+|two|three|four|five) )
fact named = (?!{mood})our (?:{token} ){1,6}?(?:are|have|{habit}|can|cannot)\b(?! \w+ing\b)
fact named = (?!{mood})(?!(?:thanks|done|customer \d)\b)(?:{one}|{things} )(?:gets? \w+ed (?:on|in|by|every|after|before|when)\b|(?:is|are) (?:not )?(?:{state}\b(?= \S)|our )|(?:(?:only|always|never|also|still) )?(?!takes|gets|comes|points|calls|contains){habit}(?:s|es)?(?= ))(?! (?:\w+ing|to go)\b)
fact = (?!{failing})(?:{one}|the (?!{work}s?\b)[\w-]+ |{things} )(?!(?!is|are){verb}\b|\w+ed\b)\S.*{recurring}
fact = (?!{failing})(?:{one}|{things} )(?:(?:lives?|belongs?|goe?s?) (?:in|into|next to|under|to|at|on)\b|(?:(?:only|always|never) {habit}(?:s|es)?|{habit}(?:s|es)? (?:only|always|never))(?= )|(?:is|are) (?:always|never|only|usually) (?:in|at|on|from|by|with|for|\w+(?:ed|en|ten)) \S|(?:is|are) (?:our (?!fault|problem|bug)|(?:kept|stored|hosted|managed|handled|reserved|written|owned|named|prefixed|reviewed|shipped|delivered|signed) (?:in|at|by|with|on|from|as|to|for|after)\b)|(?:follow|target|belong to|conform to|consist of)s?\b \S)
fact = (?!{failing})(?:the|our) (?:customers?|clients?|boss|board|landlord|owner|legal|management) (?:wants? (?:all|every|no|only)|(?:prefer|insist|expect)s?)\b
fact = (?!{failing})(?:our (?!{work}s? )(?:[\w-]+ ){1,4}?(?:{habit}(?:s|es)|is (?:that|to|not to|always|never)) \S|(?:the|our) [\w -]+ will be (?:shut down|removed|retired|deprecated|replaced|discontinued|closed) (?:in|on|by|after)\b)
fact = (?!{failing})(?:the|our) [\w -]+ (?:is|are) (?:called|named|stored|kept|hosted|located|owned by|maintained by) \S
correction name corrects = it(?:'s| is) (?=[^,]+, not )
correction = it's (?:spelled|called|pronounced|written|named) [^,]+, not \S
`;
