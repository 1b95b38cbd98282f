import { describe, expect, it } from 'vitest';
import { settingsSchema } from '../../config/settings.ts';
import { classify } from './classify.ts';

const { sessionTemplates } = settingsSchema.parse({ db: 'memory:' });
const typeOf = (tools: readonly string[]) => classify(tools, sessionTemplates);
const times = (tool: string, count: number): string[] => Array<string>(count).fill(tool);

describe('SES-1 the type of a session', () => {
  it.each([
    ['code', ['execute_code', 'code_execution']],
    ['file', ['read_file', 'write_file', 'patch', 'search_files']],
    ['research', ['web_search', 'web_fetch', 'browser_navigate']],
  ])('is %s when its tools are', (type, tools) => {
    expect(typeOf(tools)).toBe(type);
  });

  it('needs more than 60 % of the calls; exactly 60 % is mixed', () => {
    expect(typeOf([...times('patch', 6), ...times('web_search', 4)])).toBe('mixed');
    expect(typeOf([...times('patch', 61), ...times('web_search', 39)])).toBe('file');
    expect(typeOf([...times('patch', 3), ...times('web_search', 2)])).toBe('mixed');
  });

  it('counts calls of tools that belong nowhere', () => {
    expect(typeOf([...times('patch', 3), 'ask', 'wait'])).toBe('mixed');
    expect(typeOf(['ask', 'wait'])).toBe('mixed');
  });

  it('is mixed without calls', () => {
    expect(typeOf([])).toBe('mixed');
  });

  it('goes by the classes and the majority of the settings', () => {
    const classes = { code: ['Bash'], file: ['Read', 'Bash'], research: ['WebFetch'] };
    expect(classify(['Bash', 'Bash', 'Read'], { classes, majority: 0.6 })).toBe('code');
    expect(classify(['Bash', 'Read'], { classes, majority: 0.4 })).toBe('mixed');
    expect(classify(['Bash', 'Read', 'Read', 'x', 'y'], { classes, majority: 0.3 })).toBe('file');
  });
});
