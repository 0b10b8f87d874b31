import { median } from './median.ts';

/** Milliseconds that something took. */
export interface Spent {
  readonly wall: number;
  /** Of all threads of this process: on a machine that does other work too, the steadier one. */
  readonly cpu: number;
}

/** Times by name, in the order in which the names came. */
export class Times {
  private readonly byName = new Map<string, Spent[]>();

  get names(): readonly string[] {
    return [...this.byName.keys()];
  }

  /** Does something and notes its time per unit. */
  async take<T>(name: string, work: () => T | Promise<T>, units = 1): Promise<T> {
    const cpu = process.cpuUsage();
    const wall = performance.now();
    const value = await work();
    const tookWall = performance.now() - wall;
    const { user, system } = process.cpuUsage(cpu);
    const all = this.byName.get(name) ?? [];
    all.push({ wall: tookWall / units, cpu: (user + system) / 1000 / units });
    this.byName.set(name, all);
    return value;
  }

  /** The middle times; zeros for a name that has none. */
  median(name: string): Spent {
    const all = this.byName.get(name) ?? [];
    return {
      wall: median(all.map((each) => each.wall)),
      cpu: median(all.map((each) => each.cpu)),
    };
  }
}
