import { describe, expect, it } from 'vitest';
import { failureFrom, failureIn, failureOfCommand } from './failure.ts';

describe('CAP-6 the type of an imported failure', () => {
  it.each([
    ['ENOENT: no such file or directory', 'ENOENT'],
    ['Error: no such order', 'Error'],
    ['TypeError: x is not a function', 'TypeError'],
    ['requests.exceptions.ReadTimeoutError: slow', 'requests.exceptions.ReadTimeoutError'],
    ['Exit code 2\nmake: *** no rule', 'CommandFailed'],
    ["The user doesn't want to proceed with this tool use.", 'Rejected'],
    ['<tool_use_error>Sibling tool call errored</tool_use_error>', 'Cancelled'],
    ['<tool_use_error>File has not been read yet.</tool_use_error>', 'ToolUseError'],
    ['it went wrong', 'ToolError'],
    ['', 'ToolError'],
  ])('is told from %j', (text, type) => {
    expect(failureFrom(text).type).toBe(type);
  });

  it('is told without the marks a coding agent puts around its own checks', () => {
    expect(failureFrom('<tool_use_error>No such file.</tool_use_error>\n').message).toBe('No such file.');
    expect(failureFrom('<tool_use_error>cut off').message).toBe('cut off');
  });
});

describe('CAP-6 a result that no field marks as a failure', () => {
  it.each([
    [{ error: 'out of stock' }, 'out of stock'],
    [{ error: { code: 4, message: 'out of stock' } }, 'out of stock'],
    [{ error: { code: 4 } }, '{"code":4}'],
    [{ success: false, message: 'not found' }, 'not found'],
    [{ ok: false }, '{"ok":false}'],
    [{ is_error: true }, '{"is_error":true}'],
    ['Error: no such order', 'Error: no such order'],
    ['Traceback (most recent call last):\n  …', 'Traceback (most recent call last):\n  …'],
  ])('is one when it says so itself: %j', (result, message) => {
    expect(failureIn(result)?.message).toBe(message);
  });

  it.each([
    [{ error: null, output: 'fine' }],
    [{ error: '', output: 'fine' }],
    [{ success: true, error: 'one warning' }],
    ['Errors are explained on page 4'],
    ['0 errors'],
    [{ errors: [] }],
    [['error']],
    [null],
    [17],
  ])('is none when it does not: %j', (result) => {
    expect(failureIn(result)).toBeNull();
  });
});

describe('CAP-6 what a shell answered in a transcript', () => {
  it('is a failure when its exit code is not 0', () => {
    expect(failureOfCommand('Exit code: 1\nWall time: 0.1 seconds\nOutput:\nno')?.type).toBe('CommandFailed');
    expect(failureOfCommand('Wall time: 1\nProcess exited with code 127\nOutput:\n')).not.toBeNull();
    expect(failureOfCommand('anything', 3)).not.toBeNull();
  });

  it('is none because of what the command printed', () => {
    expect(failureOfCommand('Exit code: 0\nOutput:\nExit code: 1\n')).toBeNull();
    expect(failureOfCommand('all good')).toBeNull();
    expect(failureOfCommand('Exit code: 1', 0)).toBeNull();
  });
});
