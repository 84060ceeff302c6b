export interface Report {
  testResults: {
    status: string;
    message?: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
}
export declare function noticedBy(report: Report): { noticed: boolean; by: string };
