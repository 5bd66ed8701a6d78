/** Numbers, the lowest first. */
export class MinHeap {
  private readonly numbers: number[] = [];

  /** The lowest number; undefined: there is none. */
  get lowest(): number | undefined {
    return this.numbers[0];
  }

  push(number: number): void {
    const { numbers } = this;
    let at = numbers.length;
    numbers.push(number);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (numbers[parent]! <= number) break;
      numbers[at] = numbers[parent]!;
      at = parent;
    }
    numbers[at] = number;
  }

  /** Takes the lowest number. */
  pop(): number | undefined {
    const { numbers } = this;
    const [lowest] = numbers;
    const last = numbers.pop();
    if (last === undefined || numbers.length === 0) return lowest;
    let at = 0;
    for (let child = 1; child < numbers.length; child = 2 * at + 1) {
      if (child + 1 < numbers.length && numbers[child + 1]! < numbers[child]!) child++;
      if (numbers[child]! >= last) break;
      numbers[at] = numbers[child]!;
      at = child;
    }
    numbers[at] = last;
    return lowest;
  }
}
