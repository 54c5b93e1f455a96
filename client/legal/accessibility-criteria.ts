/** How a criterion was checked. `none`: the site has nothing that the criterion is about. */
export type Check =
  | 'axe'
  | 'keyboard'
  | 'focus'
  | 'unit'
  | 'narrow'
  | 'spacing'
  | 'tokens'
  | 'forced'
  | 'screens'
  | 'code'
  | 'none'
export type Criterion = { id: string; level: 'A' | 'AA'; checks: readonly Check[] }

const of = (level: Criterion['level'], ids: string, ...checks: Check[]): Criterion[] =>
  ids.split(' ').map((id) => ({ id, level, checks }))

const compare = (one: Criterion, other: Criterion) => one.id.localeCompare(other.id, 'en', { numeric: true })

/** All criteria of level A and AA in WCAG 2.2 (55; 4.1.1 is obsolete there). */
export const criteria: readonly Criterion[] = [
  ...of('A', '1.1.1', 'axe', 'code'),
  ...of('A', '1.2.1 1.2.2 1.2.3 1.4.2 2.5.4', 'none'),
  ...of('AA', '1.2.4 1.2.5', 'none'),
  ...of('A', '1.3.1', 'axe', 'code'),
  ...of('A', '1.3.2 1.3.3', 'code'),
  ...of('AA', '1.3.4', 'screens', 'code'),
  ...of('AA', '1.3.5', 'axe', 'code'),
  ...of('A', '1.4.1', 'axe', 'forced'),
  ...of('AA', '1.4.3', 'axe', 'tokens'),
  ...of('AA', '1.4.4 1.4.10', 'narrow'),
  ...of('AA', '1.4.5', 'code'),
  ...of('AA', '1.4.11', 'tokens', 'forced'),
  ...of('AA', '1.4.12', 'spacing'),
  ...of('AA', '1.4.13', 'code'),
  ...of('A', '2.1.1 2.1.2', 'keyboard', 'code'),
  ...of('A', '2.1.4', 'unit'),
  ...of('A', '2.2.1 2.2.2', 'code'),
  ...of('A', '2.3.1', 'code'),
  ...of('A', '2.4.1', 'axe', 'keyboard'),
  ...of('A', '2.4.2', 'axe', 'code'),
  ...of('A', '2.4.3', 'keyboard', 'code'),
  ...of('A', '2.4.4', 'axe', 'code'),
  ...of('AA', '2.4.5', 'code'),
  ...of('AA', '2.4.6', 'axe', 'screens'),
  ...of('AA', '2.4.7', 'focus'),
  ...of('AA', '2.4.11', 'focus'),
  ...of('A', '2.5.1 2.5.2', 'code'),
  ...of('A', '2.5.3', 'axe'),
  ...of('AA', '2.5.7', 'code'),
  ...of('AA', '2.5.8', 'axe'),
  ...of('A', '3.1.1', 'axe'),
  ...of('AA', '3.1.2', 'code'),
  ...of('A', '3.2.1', 'focus', 'code'),
  ...of('A', '3.2.2', 'code'),
  ...of('AA', '3.2.3 3.2.4', 'code'),
  ...of('A', '3.2.6', 'code'),
  ...of('A', '3.3.1', 'unit', 'code'),
  ...of('A', '3.3.2', 'axe'),
  ...of('A', '3.3.7', 'code'),
  ...of('AA', '3.3.3 3.3.4', 'code'),
  ...of('AA', '3.3.8', 'code'),
  ...of('A', '4.1.2', 'axe', 'keyboard'),
  ...of('AA', '4.1.3', 'keyboard', 'code'),
].toSorted(compare)
