/**
 * Declares `method` and `getter`, which call what belongs to the browser. Forms and documents have named elements as
 * properties, which hide the browser's own in every world, and pages replace prototypes. So our scripts take what they
 * need from prototypes, before a page's scripts run or in a separate world.
 */
export const NATIVES = `
  const { apply, construct, getOwnPropertyDescriptor } = Reflect;
  const unbound = Function.prototype.bind.bind(Function.prototype.call);
  const method = (owner, name) => unbound(owner.prototype[name]);
  const getter = (owner, name) => unbound(getOwnPropertyDescriptor(owner.prototype, name).get);`;
