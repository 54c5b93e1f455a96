function statementsIn(script: string): string[] {
  const plain = script
    .replaceAll(/\$(\w*)\$.*?\$\1\$/gs, `''`)
    .replaceAll(/'(?:[^']|'')*'/g, `''`)
    .replaceAll(/--[^\n]*/g, '')
    .replaceAll(/\/\*.*?\*\//gs, '')
  return plain.split(';').map((statement) => statement.replaceAll(/\s+/g, ' ').trim())
}

function actionsIn(rest: string): string[] {
  const actions = ['']
  let depth = 0
  for (const sign of rest) {
    if (sign === '(') depth++
    if (sign === ')') depth--
    if (sign === ',' && depth === 0) actions.push('')
    else actions.push((actions.pop() ?? '') + sign)
  }
  return actions.map((action) => action.trim())
}

const nameOf = (text = '') =>
  text
    .replaceAll('"', '')
    .replace(/^public\./, '')
    .toLowerCase()

const ofActions: [RegExp, string][] = [
  [/^DROP (COLUMN )?(?!CONSTRAINT|COLUMN|DEFAULT|NOT NULL)/i, 'drops a column'],
  [/^RENAME /i, 'renames'],
  [/^ALTER (COLUMN )?\S+ SET NOT NULL/i, 'asks for values'],
  [/^ALTER (COLUMN )?\S+ (SET DATA )?TYPE /i, 'changes a type'],
  [/^SET (UNLOGGED|LOGGED|TABLESPACE|ACCESS METHOD)/i, 'writes a whole table anew'],
  [/^ADD CONSTRAINT (?!.*\b(NOT VALID|USING INDEX)\b)/i, 'adds a constraint that reads all rows'],
  [
    /^ADD (COLUMN )?(?!CONSTRAINT).*\b(GENERATED ALWAYS AS \(.*STORED|DEFAULT (gen_random_uuid|clock_timestamp|random|nextval))/i,
    'writes a whole table anew',
  ],
  [
    /^ADD (COLUMN )?(?!CONSTRAINT)(?!.*\b(DEFAULT|GENERATED)\b).*\bNOT NULL/i,
    'adds a column that must have a value, without a default',
  ],
]
const ofStatements: [RegExp, string][] = [
  [/^DROP (TABLE|SCHEMA|TYPE)\b/i, 'drops a table'],
  [/^(TRUNCATE|DELETE FROM)\b/i, 'deletes'],
  [/^LOCK\b/i, 'locks a table'],
  [/^ALTER (TYPE|VIEW|INDEX|SEQUENCE) .*\bRENAME\b/i, 'renames'],
  [/^(CLUSTER|VACUUM FULL|REINDEX (?!.*CONCURRENTLY))/i, 'writes a whole table anew'],
]

/** Migration statements that break a running older server or block writes, except on new tables. */
export function migrationDangers({ name, script }: { name: string; script: string }): string[] {
  const made = new Set<string>()
  const dangers: string[] = []
  const statements = statementsIn(script)
  const namesAfter = (head: RegExp) => statements.flatMap((statement) => nameOf(head.exec(statement)?.[1]) || [])
  const created = namesAfter(/^CREATE (?:OR REPLACE )?(?:FUNCTION|VIEW) ([^\s(]+)/i)
  const dropped = namesAfter(/^DROP (?:FUNCTION|VIEW) (?:IF EXISTS )?([^\s(]+)/i)
  if (dropped.some((called) => !created.includes(called))) dangers.push('drops a function or a view')
  for (const statement of statements) {
    const table = /^CREATE (?:UNLOGGED )?TABLE (?:IF NOT EXISTS )?(\S+)/i.exec(statement)?.[1]
    if (table) made.add(nameOf(table))
    for (const [pattern, danger] of ofStatements) if (pattern.test(statement)) dangers.push(danger)
    const index = /^CREATE (?:UNIQUE )?INDEX (?!CONCURRENTLY).*? ON (?:ONLY )?([^\s(]+)/i.exec(statement)?.[1]
    if (index && !made.has(nameOf(index))) dangers.push('builds an index while nobody can write')
    const [, altered, rest = ''] = /^ALTER TABLE (?:IF EXISTS )?(?:ONLY )?(\S+) (.*)$/i.exec(statement) ?? []
    if (!altered || made.has(nameOf(altered))) continue
    for (const action of actionsIn(rest))
      for (const [pattern, danger] of ofActions) if (pattern.test(action)) dangers.push(danger)
  }
  return dangers.map((danger) => `${name} ${danger}`)
}
