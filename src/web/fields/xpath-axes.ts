import type { PageTree } from "./page-tree";
import type { Axis } from "./xpath-expression";

/** Visits the nodes of an axis, the nearest first. */
export function along(tree: PageTree, axis: Axis, place: number, visit: (node: number) => void): void {
  const { ends, parents, names } = tree;
  const parent = parents[place]!;
  const end = ends[place]!;
  switch (axis) {
    case "self":
      return visit(place);
    case "parent":
      if (parent >= 0) visit(parent);
      return;
    case "child":
      for (let i = place + 1; i <= end; i = ends[i]! + 1) visit(i);
      return;
    case "descendant":
      for (let i = place + 1; i <= end; i++) visit(i);
      return;
    case "descendant-or-self":
      for (let i = place; i <= end; i++) visit(i);
      return;
    case "ancestor":
      for (let i = parent; i >= 0; i = parents[i]!) visit(i);
      return;
    case "ancestor-or-self":
      for (let i = place; i >= 0; i = parents[i]!) visit(i);
      return;
    case "following":
      for (let i = end + 1; i < names.length; i++) visit(i);
      return;
    case "preceding":
      for (let i = place - 1; i > 0; i--) if (ends[i]! < place) visit(i);
      return;
    case "following-sibling":
      if (parent >= 0) for (let i = end + 1; i <= ends[parent]!; i = ends[i]! + 1) visit(i);
      return;
    case "preceding-sibling": {
      const siblings: number[] = [];
      if (parent >= 0) for (let i = parent + 1; i < place; i = ends[i]! + 1) siblings.push(i);
      for (const each of siblings.toReversed()) visit(each);
      return;
    }
    case "attribute":
  }
}
