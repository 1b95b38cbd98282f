import { looksRandom } from './entropy.ts';
import { matchAt, type RedactionRule, type SecretFinding, startsToken } from './rule.ts';

/**
 * One family of tokens with a form of its own. `after` is what follows the prefix; lengths are lower bounds
 * a little under the real ones, because vendors lengthen tokens and logs cut them.
 */
interface TokenForm {
  readonly kind: string;
  readonly prefixes: readonly string[];
  readonly after: RegExp;
  /** Keep the prefix and replace only what follows it (webhook addresses). */
  readonly keepsPrefix?: true;
  /** The prefix is short or a common word: what follows must also look random. */
  readonly mustLookRandom?: true;
}

/** Every known token form. Prefixes are compared with case; none is a prefix of prose. */
export const tokenForms: readonly TokenForm[] = [
  // Our own keys; tools are called engram_memory_record and so on, and do not look random.
  { kind: 'engram-token', prefixes: ['engram_'], after: /[\w-]{40,60}/y, mustLookRandom: true },
  { kind: 'anthropic-key', prefixes: ['sk-ant-'], after: /[\w-]{16,300}/y },
  {
    kind: 'openai-key',
    prefixes: ['sk-proj-', 'sk-svcacct-', 'sk-admin-', 'sk-None-'],
    after: /[\w-]{16,300}/y,
  },
  { kind: 'openrouter-key', prefixes: ['sk-or-'], after: /[\w-]{20,200}/y },
  { kind: 'langfuse-key', prefixes: ['sk-lf-'], after: /[0-9a-f-]{20,60}/y },
  { kind: 'openai-key', prefixes: ['sk-'], after: /[A-Za-z0-9]{20,200}/y },
  { kind: 'api-key', prefixes: ['sk-'], after: /[\w-]{24,200}/y, mustLookRandom: true },
  { kind: 'google-api-key', prefixes: ['AIza'], after: /[\w-]{30,60}/y },
  { kind: 'google-oauth-token', prefixes: ['ya29.'], after: /[\w.-]{20,2048}/y },
  { kind: 'google-refresh-token', prefixes: ['1//0'], after: /[\w-]{30,300}/y },
  { kind: 'google-client-secret', prefixes: ['GOCSPX-'], after: /[\w-]{20,60}/y },
  { kind: 'huggingface-token', prefixes: ['hf_', 'api_org_'], after: /[A-Za-z0-9]{28,80}/y },
  { kind: 'groq-key', prefixes: ['gsk_'], after: /[A-Za-z0-9]{32,100}/y },
  { kind: 'xai-key', prefixes: ['xai-'], after: /[A-Za-z0-9]{40,150}/y },
  { kind: 'perplexity-key', prefixes: ['pplx-'], after: /[A-Za-z0-9]{32,100}/y },
  { kind: 'replicate-token', prefixes: ['r8_'], after: /[A-Za-z0-9]{30,60}/y },
  { kind: 'nvidia-key', prefixes: ['nvapi-'], after: /[\w-]{32,120}/y },
  { kind: 'tavily-key', prefixes: ['tvly-'], after: /[\w-]{20,80}/y, mustLookRandom: true },
  { kind: 'langsmith-key', prefixes: ['lsv2_pt_', 'lsv2_sk_'], after: /[0-9a-f_]{32,80}/y },
  { kind: 'pinecone-key', prefixes: ['pcsk_'], after: /[A-Za-z0-9_]{32,120}/y },
  { kind: 'cerebras-key', prefixes: ['csk-'], after: /[a-z0-9]{32,80}/y },
  { kind: 'e2b-key', prefixes: ['e2b_'], after: /[0-9a-f]{32,64}/y },
  { kind: 'firecrawl-key', prefixes: ['fc-'], after: /[0-9a-f]{32}/y },
  { kind: 'jina-key', prefixes: ['jina_'], after: /[A-Za-z0-9_-]{40,80}/y },

  { kind: 'github-token', prefixes: ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'], after: /[A-Za-z0-9]{20,255}/y },
  { kind: 'github-token', prefixes: ['github_pat_'], after: /\w{20,255}/y },
  {
    kind: 'gitlab-token',
    prefixes: [
      'glpat-',
      'gldt-',
      'glrt-',
      'glcbt-',
      'glptt-',
      'glft-',
      'glimt-',
      'glagent-',
      'gloas-',
      'glsoat-',
      'glffct-',
    ],
    after: /[\w.-]{16,300}/y,
  },
  { kind: 'gitlab-token', prefixes: ['GR1348941'], after: /[\w-]{16,40}/y },
  { kind: 'npm-token', prefixes: ['npm_'], after: /[A-Za-z0-9]{30,80}/y },
  { kind: 'pypi-token', prefixes: ['pypi-'], after: /[\w-]{40,300}/y },
  { kind: 'rubygems-key', prefixes: ['rubygems_'], after: /[0-9a-f]{40,64}/y },
  { kind: 'docker-token', prefixes: ['dckr_pat_', 'dckr_oat_'], after: /[\w-]{20,64}/y },
  {
    kind: 'atlassian-token',
    prefixes: ['ATATT3', 'ATCTT3', 'ATBB'],
    after: /[\w=-]{28,400}/y,
    mustLookRandom: true,
  },

  {
    kind: 'aws-access-key-id',
    prefixes: ['AKIA', 'ASIA', 'ABIA', 'ACCA'],
    after: /[A-Z0-9]{16}(?![A-Za-z0-9])/y,
  },
  { kind: 'digitalocean-token', prefixes: ['dop_v1_', 'doo_v1_', 'dor_v1_'], after: /[0-9a-f]{40,64}/y },
  { kind: 'databricks-token', prefixes: ['dapi'], after: /[0-9a-f]{32}(?:-\d)?(?![\w])/y },
  { kind: 'vault-token', prefixes: ['hvs.', 'hvb.', 'hvr.'], after: /[\w-]{20,300}/y },
  {
    kind: 'doppler-token',
    prefixes: ['dp.pt.', 'dp.st.', 'dp.ct.', 'dp.sa.', 'dp.scim.', 'dp.audit.'],
    after: /[\w.-]{30,120}/y,
  },
  { kind: 'supabase-token', prefixes: ['sbp_'], after: /[0-9a-f]{32,64}/y },
  { kind: 'supabase-key', prefixes: ['sb_secret_'], after: /[\w-]{20,80}/y },
  {
    kind: 'planetscale-token',
    prefixes: ['pscale_tkn_', 'pscale_pw_', 'pscale_oauth_'],
    after: /[\w.=-]{24,80}/y,
  },
  { kind: 'tailscale-key', prefixes: ['tskey-'], after: /[\w-]{16,120}/y },
  { kind: 'age-key', prefixes: ['AGE-SECRET-KEY-1'], after: /[A-Z0-9]{40,80}/y },
  { kind: 'fly-token', prefixes: ['fo1_', 'fm1_', 'fm2_'], after: /[\w+/=-]{40,2048}/y },

  {
    kind: 'stripe-key',
    prefixes: ['sk_live_', 'rk_live_', 'sk_test_', 'rk_test_'],
    after: /[A-Za-z0-9]{10,255}/y,
  },
  { kind: 'stripe-webhook-secret', prefixes: ['whsec_'], after: /[A-Za-z0-9+/=]{16,120}/y },
  { kind: 'square-token', prefixes: ['sq0atp-', 'sq0csp-'], after: /[\w-]{20,60}/y },
  { kind: 'shopify-token', prefixes: ['shpat_', 'shpca_', 'shppa_', 'shpss_'], after: /[0-9a-fA-F]{32}/y },
  { kind: 'razorpay-key', prefixes: ['rzp_live_'], after: /[A-Za-z0-9]{14,40}/y },
  { kind: 'sendgrid-key', prefixes: ['SG.'], after: /[\w-]{16,40}\.[\w-]{30,60}/y },
  { kind: 'mailgun-key', prefixes: ['key-'], after: /[0-9a-f]{32}(?![\w-])/y },
  { kind: 'mailchimp-key', prefixes: ['md-'], after: /[\w-]{22}(?![\w-])/y, mustLookRandom: true },
  { kind: 'twilio-key', prefixes: ['SK'], after: /[0-9a-f]{32}(?!\w)/y },
  { kind: 'twilio-account', prefixes: ['AC'], after: /[0-9a-f]{32}(?!\w)/y },

  {
    kind: 'slack-token',
    prefixes: ['xoxb-', 'xoxp-', 'xoxa-', 'xoxo-', 'xoxs-', 'xoxr-', 'xoxe-', 'xoxc-', 'xoxd-'],
    after: /[\w%.-]{10,300}/y,
  },
  { kind: 'slack-token', prefixes: ['xoxe.xox', 'xapp-'], after: /[\w.-]{16,300}/y },
  {
    kind: 'slack-webhook',
    prefixes: ['hooks.slack.com/services/', 'hooks.slack.com/workflows/', 'hooks.slack.com/triggers/'],
    after: /[\w/-]{16,200}/y,
    keepsPrefix: true,
  },
  {
    kind: 'teams-webhook',
    prefixes: ['webhook.office.com/webhookb2/'],
    after: /[\w@/-]{32,300}/y,
    keepsPrefix: true,
  },
  { kind: 'linear-key', prefixes: ['lin_api_', 'lin_oauth_'], after: /[A-Za-z0-9]{32,80}/y },
  { kind: 'notion-token', prefixes: ['ntn_', 'secret_'], after: /[A-Za-z0-9]{40,60}/y },
  { kind: 'figma-token', prefixes: ['figd_', 'figo_'], after: /[\w-]{32,80}/y },
  { kind: 'postman-key', prefixes: ['PMAK-'], after: /[0-9a-f]{24}-[0-9a-f]{34}/y },
  { kind: 'newrelic-key', prefixes: ['NRAK-'], after: /[A-Z0-9]{24,40}/y },
  { kind: 'grafana-token', prefixes: ['glsa_'], after: /[A-Za-z0-9]{32}_[0-9a-f]{8}/y },
  { kind: 'grafana-token', prefixes: ['glc_'], after: /[A-Za-z0-9+/=]{32,400}/y },
  { kind: 'sentry-token', prefixes: ['sntrys_', 'sntryu_'], after: /[\w+/=-]{40,400}/y },
  { kind: 'posthog-key', prefixes: ['phx_'], after: /[A-Za-z0-9]{40,60}/y },
  {
    kind: 'facebook-token',
    prefixes: ['EAA'],
    after: /(?![A-Za-z0-9]{0,400}AAA)[A-Za-z0-9]{80,400}/y,
    mustLookRandom: true,
  },
];

/**
 * The token of known form that begins exactly at `at`.
 *
 * @example tokenAt('hf_…', 0, 0)?.kind // 'huggingface-token'
 */
export function tokenAt(text: string, at: number, floor: number): SecretFinding | undefined {
  for (const { form, prefix } of formsByHead.get(headOf(text, at)) ?? []) {
    const finding = tryForm(form, prefix, text, at, floor);
    if (finding !== undefined) return finding;
  }
  return undefined;
}

function tryForm(
  form: TokenForm,
  prefix: string,
  text: string,
  at: number,
  floor: number,
): SecretFinding | undefined {
  if (!text.startsWith(prefix, at)) return undefined;
  if (!form.keepsPrefix && !startsToken(text, at, floor)) return undefined;
  const body = matchAt(form.after, text, at + prefix.length)?.[0];
  if (body === undefined || /^[xX*_-]+$/.test(body)) return undefined;
  if (form.mustLookRandom && !looksRandom(body)) return undefined;
  const end = at + prefix.length + body.length;
  return { kind: form.kind, start: form.keepsPrefix ? at + prefix.length : at, end };
}

function headOf(text: string, at: number): string {
  return text.slice(at, at + 2);
}

const formsByHead = new Map<string, { form: TokenForm; prefix: string }[]>();
for (const form of tokenForms) {
  for (const prefix of form.prefixes) {
    const sameHead = formsByHead.get(headOf(prefix, 0)) ?? [];
    formsByHead.set(headOf(prefix, 0), [...sameHead, { form, prefix }]);
  }
}

// The scanner wants three characters; `SK` and `AC` of Twilio are followed by one hexadecimal digit.
const anchors = tokenForms
  .flatMap(({ prefixes }) => prefixes)
  .flatMap((prefix) =>
    prefix.length > 2 ? prefix : Array.from('0123456789abcdef', (digit) => prefix + digit),
  );

/** Tokens whose form alone gives them away, wherever they stand. */
export const tokenRule: RedactionRule = {
  anchors: [...new Set(anchors)],
  find(text, at, floor) {
    const finding = tokenAt(text, at, floor);
    return finding && [finding];
  },
};
