/** Looks for known malware in what clients send. */
export interface VirusScanner {
  /**
   * @returns whether the file is known malware
   * @throws ProviderError when it does not answer in time, or not with a clear yes or no: the file is not judged then
   */
  isInfected(bytes: Uint8Array): Promise<boolean>;
}
