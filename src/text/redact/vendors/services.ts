import { partedForm, type TokenForm, tokenForm } from './token-form.ts';

const random = { mustLookRandom: true } as const;
const whole = { whole: true } as const;

/** Payment, trade and delivery. */
const commerce: readonly TokenForm[] = [
  tokenForm('stripe-key', 'sk_live_ rk_live_ sk_test_ rk_test_ sk_prod_ rk_prod_', 'alphanumeric', [10, 255]),
  tokenForm('stripe-webhook-secret', 'whsec_', 'base64', [16, 120]),
  tokenForm('square-token', 'sq0atp- sq0csp-', 'url', [20, 60]),
  tokenForm('square-token', 'EAAA', 'url', [22, 64], { ...whole, ...random }),
  tokenForm('shopify-token', 'shpat_ shpca_ shppa_ shpss_', 'hexadecimal', [32, 32]),
  tokenForm('razorpay-key', 'rzp_live_', 'alphanumeric', [14, 40]),
  partedForm(
    'paypal-token',
    'access_token$production$ access_token$sandbox$',
    /[0-9a-z]{12,24}\$[0-9a-f]{32}/y,
  ),
  tokenForm('duffel-token', 'duffel_live_ duffel_test_', 'dotted', [36, 60]),
  tokenForm('easypost-key', 'EZAK EZTK', 'alphanumeric', [50, 60], { ...whole, ...random }),
  partedForm('flutterwave-key', 'FLWSECK_TEST- FLWSECK-', /[0-9a-h]{32}-X|[0-9a-h]{12}(?![\w-])/iy),
  tokenForm('gocardless-token', 'live_ sandbox_', 'dotted', [38, 48], { ...whole, ...random }),
  tokenForm('lob-key', 'live_ test_', 'lowerHexadecimal', [32, 40], whole),
  tokenForm('shippo-token', 'shippo_live_ shippo_test_', 'hexadecimal', [36, 48]),
  partedForm(
    'plaid-token',
    'access-sandbox- access-development- access-production-',
    /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/iy,
  ),
];

/** Mail, chat and telephone. */
const messages: readonly TokenForm[] = [
  partedForm('sendgrid-key', 'SG.', /[\w-]{16,40}\.[\w-]{30,60}|[\w=-]{20,40}\.[\w=.-]{30,60}/y),
  tokenForm('mailgun-key', 'key-', 'lowerHexadecimal', [32, 32], whole),
  tokenForm('mailgun-key', 'pubkey-', 'lowerHexadecimal', [32, 32], whole),
  tokenForm('mailchimp-key', 'md-', 'url', [22, 22], { ...whole, ...random }),
  partedForm('brevo-key', 'xkeysib- xsmtpsib-', /[0-9a-f]{60,64}-[A-Za-z0-9]{16}/y),
  partedForm('resend-key', 're_', /[A-Za-z0-9]{8}_[A-Za-z0-9]{20,32}/y, random),
  tokenForm('twilio-key', 'SK', 'lowerHexadecimal', [32, 32], whole),
  tokenForm('twilio-account', 'AC', 'lowerHexadecimal', [32, 32], whole),
  partedForm('slack-token', 'xoxb- xoxp- xoxa- xoxo- xoxs- xoxr- xoxe- xoxc- xoxd-', /[\w%.-]{10,300}/y),
  partedForm('slack-token', 'xoxe.xox xapp-', /[\w.-]{16,300}/y),
  partedForm(
    'slack-webhook',
    'hooks.slack.com/services/ hooks.slack.com/workflows/ hooks.slack.com/triggers/',
    /[\w/-]{16,200}/y,
    { keepsPrefix: true },
  ),
  partedForm('teams-webhook', 'webhook.office.com/webhookb2/', /[\w@/-]{32,300}/y, { keepsPrefix: true }),
  tokenForm('twitter-bearer', 'AAAAAAAAAAAAAAAAAAAAA', 'dotted', [60, 120], random),
  partedForm('facebook-token', 'EAA', /(?![A-Za-z0-9]{0,400}AAA)[A-Za-z0-9]{80,400}/y, random),
  tokenForm('linkedin-secret', 'WPL_AP1.', 'dotted', [14, 60]),
  tokenForm('intercom-token', 'dG9rOj', 'base64', [50, 80]),
];

/** Work together: documents, tickets, designs, forms. */
const collaboration: readonly TokenForm[] = [
  tokenForm('linear-key', 'lin_api_ lin_oauth_', 'alphanumeric', [32, 80]),
  tokenForm('notion-token', 'ntn_ secret_', 'alphanumeric', [40, 60]),
  tokenForm('figma-token', 'figd_ figo_', 'url', [32, 80]),
  partedForm('airtable-token', 'pat', /[A-Za-z0-9]{14}\.[0-9a-f]{64}/y),
  partedForm(
    'hubspot-token',
    'pat-na1- pat-na2- pat-eu1- pat-ap1-',
    /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/iy,
  ),
  partedForm('clickup-token', 'pk_', /\d{6,12}_[A-Z0-9]{32}/y),
  tokenForm('contentful-token', 'CFPAT-', 'url', [36, 60]),
  tokenForm('dropbox-token', 'sl.', 'url', [120, 2048], random),
  tokenForm('frameio-token', 'fio-u-', 'dotted', [48, 80]),
  tokenForm('typeform-token', 'tfp_', 'dotted', [40, 80]),
  tokenForm('adafruit-key', 'aio_', 'alphanumeric', [26, 32], { ...whole, ...random }),
  partedForm('mapbox-token', 'sk.eyJ tk.eyJ', /[\w-]{30,400}\.[\w-]{18,60}/y),
];

/** What watches running programs. */
const monitoring: readonly TokenForm[] = [
  tokenForm('newrelic-key', 'NRAK- NRII- NRIQ- NRJS- NRRA- NRAA- NRSP-', 'alphanumeric', [18, 60], random),
  partedForm('newrelic-key', 'NRII-', /[\w-]{30,40}/y, random),
  partedForm('grafana-token', 'glsa_', /[A-Za-z0-9]{32}_[0-9a-f]{8}/iy),
  tokenForm('grafana-token', 'glc_', 'base64', [32, 400]),
  tokenForm('grafana-token', 'eyJrIjoi', 'base64', [60, 400]),
  tokenForm('sentry-token', 'sntrys_ sntryu_', 'base64', [40, 400]),
  tokenForm('posthog-key', 'phx_ phs_', 'alphanumeric', [40, 60]),
  tokenForm('honeycomb-key', 'hcaik_ hcxik_ hcamk_ hcxmk_', 'small', [40, 80]),
  partedForm('axiom-token', 'xaat- xapt-', /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/y),
  tokenForm('datadog-key', 'ddapp_ ddpat_', 'alphanumeric', [30, 60]),
];

export const serviceVendors: readonly TokenForm[] = [
  ...commerce,
  ...messages,
  ...collaboration,
  ...monitoring,
];
