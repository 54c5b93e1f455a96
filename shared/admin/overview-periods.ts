export const overviewPeriods = [7, 30, 90] as const
