/** Ids of all advisory locks of a database. Functions of prisma/sql name theirs by number. */
export const locks = {
  /** Held by the session that migrates; whoever starts meanwhile waits. */
  migrations: 7_210_314,
  /** Held by the session that imports a library: two at once would overwrite each other's rows. */
  libraryImport: 7_210_315,
  /** Held by the one session, of all servers, that announces what the caches have to drop. */
  announcer: 7_210_316,
  /** Taken by `fold_thread_changes()`: who finds it taken leaves the counts to the other. */
  threadCounts: 7_210_317,
  /** Taken by `add_comment()`, with the author's id: the second of a double click waits and finds the first. */
  comments: 7_210_318,
  /** Whoever blocks, removes or changes the role of an admin: the last one stays. */
  admins: 7_210_319,
  /** One order of the library, with the id of its category or 0: positions are renumbered as a whole. */
  libraryOrder: 7_210_320,
  /** Figures of a day, which one at a time replaces. */
  ledgerDays: 7_210_321,
  /** First sign-ins with Google, with the hash of Google's id of the person: one account is made. */
  googleSignIn: 7_210_322,
  /** With a thread's id: shared by `add_comment()`, taken alone by whoever closes it, so that no comment comes after. */
  closedThread: 7_210_323,
  /** Shared by whoever adds a thread, taken alone by whoever gives one another address: what it leaves is nobody else's. */
  threadAddresses: 7_210_324,
  /** With the hash of a request key: a retry waits for the request before it. */
  requestKey: 7_210_325,
  /** Any change in the list of questions. */
  faqList: 7_210_330,
  /** Any change in the list of testimonials. */
  testimonialList: 7_210_331,
  /** Any change in the list of the operator's pages. */
  sitePageList: 7_210_332,
  /** Any change in the landing page. */
  landingSections: 7_210_333,
  /** Held by the session that compares all customers with Stripe: a second run ends at once. */
  reconciliation: 7_316_482_951,
}
