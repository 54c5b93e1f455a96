export type Figure = { what: string; required?: string; measured: string; floor?: string; passed?: boolean }

export const formatInteger = (value: number) => Math.round(value).toLocaleString('en')
export const formatDecimal = (value: number, digits = 2) => value.toFixed(digits)

export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? 0
}
export const median = (values: number[]) => percentile(values, 0.5)
