// What the order desk knows and does. Its state is one JSON file, read anew for each call, so that a test or another
// desk may change the world in between.
import { readFileSync, renameSync, writeFileSync } from 'node:fs';

/** A desk says no in words a customer would understand. */
export class Refusal extends Error {}

export function openDesk(path) {
  const read = () => JSON.parse(readFileSync(path, 'utf8'));
  function write(state) {
    // Written beside and moved: whoever reads meanwhile sees the old state or the new one, never half of it.
    writeFileSync(`${path}.new`, `${JSON.stringify(state, null, 2)}\n`);
    renameSync(`${path}.new`, path);
  }

  return {
    findCustomer({ email }) {
      const found = read().customers.find((customer) => customer.email === email);
      if (found === undefined) throw new Refusal(`There is no customer with the address ${email}.`);
      return found;
    },

    listOrders({ customer }) {
      const orders = read().orders.filter((order) => order.customer === customer);
      return { customer, orders: orders.map(({ id, status }) => ({ id, status })) };
    },

    getOrder({ id }) {
      return withTotal(orderIn(read(), id));
    },

    getProduct({ id }) {
      const found = read().products.find((product) => product.id === id);
      if (found === undefined) throw new Refusal(`There is no product ${id}.`);
      return found;
    },

    cancelOrder({ id, reason }) {
      const state = read();
      const order = orderIn(state, id);
      // Cancelling a second time is refused, and not passed over: somebody else may have had another reason.
      if (order.status !== 'pending')
        throw new Refusal(`Order ${id} is ${order.status} and cannot be cancelled.`);
      order.status = 'cancelled';
      order.reason = reason;
      for (const { variant, quantity } of order.items) variantIn(state, variant).stock += quantity;
      write(state);
      return withTotal(order);
    },

    exchangeItem({ id, from, to }) {
      const state = read();
      const order = orderIn(state, id);
      if (order.status !== 'pending')
        throw new Refusal(`Order ${id} is ${order.status} and cannot be changed.`);
      const item = order.items.find(({ variant }) => variant === from);
      if (item === undefined) throw new Refusal(`Order ${id} has no item ${from}.`);
      const [before, after] = [variantIn(state, from), variantIn(state, to)];
      if (before.product !== after.product) throw new Refusal(`${to} is another product than ${from}.`);
      if (after.stock < item.quantity) throw new Refusal(`${to} is out of stock.`);
      before.stock += item.quantity;
      after.stock -= item.quantity;
      const difference = (after.price - item.price) * item.quantity;
      Object.assign(item, { variant: to, price: after.price });
      write(state);
      return { ...withTotal(order), difference };
    },

    refundOrder({ id, amount }) {
      const state = read();
      const order = orderIn(state, id);
      if (order.status === 'pending')
        throw new Refusal(`Order ${id} is not delivered yet; cancel it instead.`);
      const paid = totalOf(order);
      const refunded = state.refunds
        .filter((refund) => refund.order === id)
        .reduce((sum, refund) => sum + refund.amount, 0);
      if (refunded + amount > paid) {
        throw new Refusal(`Order ${id} was paid with ${paid}, and ${refunded} of it is refunded already.`);
      }
      const refund = { id: `R${state.refunds.length + 1}`, order: id, amount };
      state.refunds.push(refund);
      write(state);
      return { ...refund, left: paid - refunded - amount };
    },

    setAddress({ id, address }) {
      const state = read();
      const order = orderIn(state, id);
      if (order.status !== 'pending') throw new Refusal(`Order ${id} is ${order.status} and on its way.`);
      order.address = address;
      write(state);
      return withTotal(order);
    },
  };
}

function orderIn(state, id) {
  const order = state.orders.find((candidate) => candidate.id === id);
  if (order === undefined) throw new Refusal(`There is no order ${id}.`);
  return order;
}

/** The variant itself, so that its stock can be changed; its product is seen, and not written. */
function variantIn(state, id) {
  for (const product of state.products) {
    const variant = product.variants.find((candidate) => candidate.id === id);
    if (variant !== undefined)
      return Object.defineProperty(variant, 'product', { value: product.id, configurable: true });
  }
  throw new Refusal(`There is no item ${id}.`);
}

function totalOf(order) {
  return order.items.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
}

function withTotal(order) {
  return { ...order, total: totalOf(order) };
}
