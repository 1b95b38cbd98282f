// Tools for the command line: engram template run assign-ticket --module examples/tools.js
export const tools = {
  getTicket: async ({ id }) => ({ id, title: 'Login broken', state: 'open', assignee: null }),
  findExpert: async ({ topic }) => ({ name: topic.includes('Login') ? 'ada' : 'grace' }),
  assign: async ({ id, to }) => ({ id, assigned: to !== '' }),
};
