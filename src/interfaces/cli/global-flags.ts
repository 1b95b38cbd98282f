/** Flags every command has. */
export const globalFlags: ReadonlyArray<{
  name: string;
  short?: string;
  takesValue: boolean;
  description: string;
}> = [
  { name: 'db', takesValue: true, description: 'Database: file:PATH, postgres://…, memory: or null:' },
  {
    name: 'agent',
    takesValue: true,
    description: 'Act as this agent; without it, as the owner of the project',
  },
  { name: 'user', takesValue: true, description: 'Act as this user' },
  { name: 'project', takesValue: true, description: 'Work in this project' },
  { name: 'config', takesValue: true, description: 'Use this configuration file' },
  {
    name: 'body',
    takesValue: true,
    description: 'Read the input as JSON from a file, or from standard input with "-"',
  },
  { name: 'json', takesValue: false, description: 'Print one JSON document and nothing else' },
  { name: 'help', short: 'h', takesValue: false, description: 'Show help' },
];
