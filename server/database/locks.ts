/** Ids of all advisory locks. Functions in prisma/sql use the numbers. */
export const locks = {
  migrations: 7_210_314,
  libraryImport: 7_210_315,
  announcer: 7_210_316,
  /** Taken by `fold_thread_changes()`. A call that does not get it leaves the counts to the holder. */
  threadCounts: 7_210_317,
  /** Taken by `add_comment()` with the author's id: the second request of a double click finds the first comment. */
  comments: 7_210_318,
  admins: 7_210_319,
  libraryOrder: 7_210_320,
  ledgerDays: 7_210_321,
  googleSignIn: 7_210_322,
  /** With a thread's id. Shared by `add_comment()`, exclusive for closing: no comment follows a closed thread. */
  closedThread: 7_210_323,
  /** Shared by new threads, exclusive for a change of address: a new thread cannot take the former address. */
  threadAddresses: 7_210_324,
  requestKey: 7_210_325,
  faqList: 7_210_330,
  testimonialList: 7_210_331,
  sitePageList: 7_210_332,
  landingSections: 7_210_333,
  reconciliation: 7_316_482_951,
}
