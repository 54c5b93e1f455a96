/** UTC days up to today that the overview of the admin area can show. */
export const overviewPeriods = [7, 30, 90] as const
