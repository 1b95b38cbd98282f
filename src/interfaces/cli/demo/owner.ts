/** Who owns what the demo records. */
export const demoOwner = { user: 'demo', project: 'shop', agent: null } as const;
