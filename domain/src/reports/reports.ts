import { must } from '@kerb/domain/kernel/must.ts';

/** The reports for admins, in menu order. A report is a file to download, never a screen. */
// biome-ignore format: a table
export const reports = [
  { name: 'agency-campaigns',         label: 'Agency Campaigns' },
  { name: 'agency-campaigns-summary', label: 'Agency Campaigns by Month' },
  { name: 'sent-campaigns',           label: 'Sent Campaigns' },
  { name: 'invoices',                 label: 'Invoices' },
  { name: 'organisations',            label: 'Organisations' },
  { name: 'team-members',             label: 'Team Members' },
  { name: 'personal-data',            label: 'Personal Data for Disposal' },
] as const satisfies { name: string; label: string }[];

/** The address of a report, for a link. */
export const reportPath = (name: string): string => `/reports/${name}`;

/** The screen that saves a report. The server redirects a browser here that opens a report's address. */
export const reportScreen = (name: string): string => `/admin${reportPath(encodeURIComponent(name))}`;

export type Report = (typeof reports)[number];
export type ReportName = Report['name'];
export const reportNames = reports.map(({ name }) => name);

export const reportOf = (name: ReportName): Report =>
  must(
    reports.find((report) => report.name === name),
    `report ${name}`,
  );

/** 'KerbPay Invoices.csv' */
export const reportFileName = (brand: string, name: ReportName): string => `${brand} ${reportOf(name).label}.csv`;
