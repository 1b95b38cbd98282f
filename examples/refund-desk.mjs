// Tools of a small refund desk, for examples/refund-story.sh and docs/templates.md.
const orders = {
  W1001: { id: 'W1001', customer: 'Grace', status: 'delivered', total: 110 },
  W1002: { id: 'W1002', customer: 'Ada', status: 'cancelled', total: 84 },
  W1003: { id: 'W1003', customer: 'Ada', status: 'delivered', total: 228 },
};

export const tools = {
  get_order: {
    description: 'Looks an order up',
    readOnly: true,
    execute: ({ id }) => orders[id] ?? { error: `no order ${id}` },
  },
  refund_order: {
    description: 'Pays a part of an order back',
    execute: ({ id, amount }) => ({ ok: true, id, amount }),
  },
};
