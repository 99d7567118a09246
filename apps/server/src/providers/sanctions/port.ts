/** A name on a list of sanctioned people. */
export interface SanctionsHit {
  list: string;
  /** The name as the list has it. */
  entry: string;
  /** Of the list, as YYYY-MM-DD. */
  date: string;
}

/** Says who is on a list of sanctioned people: a hint for a person, as names are shared. */
export interface SanctionsList {
  find(name: string): Promise<SanctionsHit[]>;
}
