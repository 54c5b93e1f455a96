/** Ids of all advisory locks. Functions in prisma/sql use the numbers. */
export const advisoryLockIds = {
  migrations: 7_210_314,
  libraryImport: 7_210_315,
  announcer: 7_210_316,
  /** Lock of `fold_thread_changes()`. A call that does not get the lock leaves the counts to the other call. */
  threadCounts: 7_210_317,
  /** Lock of `add_comment()`, per author. After a double click, the second request finds the first comment. */
  comments: 7_210_318,
  admins: 7_210_319,
  libraryOrder: 7_210_320,
  ledgerDays: 7_210_321,
  googleSignIn: 7_210_322,
  /** Lock per thread. `add_comment()` takes it shared, closing exclusive: a closed thread gets no comment. */
  closedThread: 7_210_323,
  /** New threads take the lock shared, a change of a URL exclusive: no new thread gets the former URL. */
  threadAddresses: 7_210_324,
  requestKey: 7_210_325,
  faqList: 7_210_330,
  testimonialList: 7_210_331,
  sitePageList: 7_210_332,
  landingSections: 7_210_333,
  reconciliation: 7_316_482_951,
}
