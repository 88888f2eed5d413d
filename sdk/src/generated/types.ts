// Printed by `npm run docs` from the public OpenAPI document; do not edit.

import type { CallOptions } from '../call.ts';

export type AccountingInvoice = {
  /** The id of the record. */
  id: number;
  /** The address of the record or of the list. */
  href: string;
  /** The campaign. */
  agreement: {
    /** The address of the record or of the list. */
    href: string;
  };
  /** The kind of the record. */
  type: string;
  /** The status of the record. */
  status: "draft" | "issued" | "paid" | "voided";
  /** The day on which it was issued. */
  issueDate: string | null;
  /** The day on which it is due. */
  dueDate: string | null;
  /** When it was voided. */
  voidDate: string | null;
  /** The amount in dollars. */
  amount: number;
  /** What was paid, in dollars. */
  paidAmount: number;
  /** What is still to be paid, in dollars. */
  unpaidAmount: number;
  /** The lines. */
  lines: Array<{
    /** The place in the list. */
    displayOrder: number;
    /** The kind of the record. */
    type: "sale" | "tax" | "fee" | "repaymt" | "int" | "disc";
    /** The amount in dollars. */
    amount: number;
    /** The description. */
    description: string;
  }>;
  /** The GST within the amount, in dollars. */
  taxAmount: number;
};

export type Asset = {
  /** The id of the record. */
  id: number;
  /** The address of the record or of the list. */
  href: string;
  /** The name of the file. */
  fileName: string;
  /** The media type of the file, found from its content. */
  contentType: string;
  /** The size of the file in bytes. */
  size: number;
};

export type Campaign = {
  /** The id of the record. */
  id: number;
  /** The address of the record or of the list. */
  href: string;
  /** Where the campaign is, from `draft` to `complete`. Changed only by `set-status` and by events. */
  status: "cancelled" | "rejected" | "draft" | "waiting-invite" | "waiting-info" | "waiting-approval" | "approved" | "signed" | "executed" | "withdrawn" | "waiting-settlement" | "complete";
  /** The name of the campaign: the address of its property, or the names of its payers. */
  name: string;
  /** The team member who is responsible for the campaign. */
  agentUser?: {
    /** The address of the record or of the list. */
    href: string;
  } | null;
  /** The day on which the team wants to act next. */
  nextActionDate?: string | null;
  /** Whether the team has marked the campaign for action. */
  actionSuggested?: boolean;
  /** When the mark for action was last set or removed. */
  actionSuggestedLastUpdate?: string | null;
  /** When the status last changed. */
  statusLastUpdate?: string | null;
  /** Why information was requested or the campaign was declined. The payers read it. */
  statusReason?: string | null;
  /** When it was first sent to a payer; null if it was not sent. */
  sentDate?: string | null;
  /** When the campaign was last changed. */
  lastUpdateDate: string;
  /** The budget of the campaign in dollars. */
  campaignBudget?: number | null;
  /** What the budget is for: marketing, styling or a deposit. */
  campaignBudgetFundsPurpose: "marketing" | "styling" | "deposit";
  /** What the budget is for, in words. */
  campaignBudgetDescription?: string | null;
  /** The day on which the campaign is planned to start. */
  campaignPlannedStartDate?: string | null;
  /** Whether funds are transferred by hand instead of in batches. */
  fundManually?: boolean;
  /** The amount that was paid upfront, in dollars. */
  campaignUpfrontAmount?: number | null;
  /** The reference of the upfront payment. */
  campaignUpfrontPaymentRef?: string | null;
  /** How the campaign was paid upfront: by deposit (`dc`), by card, or recorded by hand. */
  campaignUpfrontPaymentMethod?: "dc" | "card" | "manual" | null;
  /** When the campaign was paid upfront. */
  campaignUpfrontPaymentDate?: string | null;
  /** How the payer intends to pay upfront. */
  campaignBudgetUpfrontPaymentMethodIntent?: "bank-transfer" | "credit-card" | null;
  /** When the payer last chose how to pay upfront. */
  campaignBudgetUpfrontPaymentMethodUpdated?: string | null;
  /** The amount that was or will be transferred to the organisation, in dollars. */
  campaignAgencySettlementAmount?: number | null;
  /** When the transfer to the organisation was prepared. */
  campaignAgencySettlementCreated?: string | null;
  /** When the bank was asked for the transfer to the organisation. */
  campaignAgencySettlementProcessing?: string | null;
  /** When the funds were transferred to the organisation. */
  campaignAgencySettlementDate?: string | null;
  /** The amount of the loan in dollars. */
  campaignBorrowedAmount?: number | null;
  /** An amount that is lent beside the budget, in dollars. */
  campaignAdditionalAmount?: number | null;
  /** The fee for the caveat in dollars. */
  caveatFee?: number | null;
  /** A fee of the organisation that receives the budget, in dollars. */
  budgetOwnerFee?: number | null;
  /** What the fee of the organisation is called. */
  budgetOwnerFeeName?: string | null;
  /** The payment option: `pn` is Pay Upfront, `pos` is Pay On Success, `pl` is Pay Later. */
  financeOptionCode?: "pn" | "pos" | "pl" | null;
  /** The reference of the application at the finance provider. */
  financeProviderApplicationRef?: string | null;
  /** The reference of the campaign at the finance provider. */
  financeProviderCampaignRef?: string | null;
  /** The service fee in dollars. */
  serviceFee?: number | null;
  /** The service fee before a discount, in dollars. */
  fullServiceFee?: number | null;
  /** The reference of the payment of the service fee. */
  serviceFeePaymentRef?: string | null;
  /** How the service fee was paid. */
  serviceFeePaymentMethod?: string | null;
  /** The interest rate in per cent a year. */
  interestRate?: number | null;
  /** Whether the interest rate may change. */
  interestRateIsVariable?: boolean;
  /** The terms of the interest rate, in words. */
  interestRateTerms?: string | null;
  /** The days without interest at the start of the loan. */
  interestFreeDays?: unknown;
  /** The comparison rate in per cent a year, as the law defines it. */
  comparisonRate?: number | null;
  /** When the payers submitted their application. */
  applicationSubmitDate?: string | null;
  /** When the application was approved. */
  applicationApprovedDate?: string | null;
  /** Whether the agreement was signed on paper. */
  manualAgreement?: boolean;
  /** The day on which the loan was paid out. */
  campaignFinanceDrawdownDate?: string | null;
  /** The day on which the last payer signed. */
  campaignFinanceSignatureDate?: string | null;
  /** The first day of the loan. */
  campaignFinanceLoanStartDate?: string | null;
  /** The service fee of the loan in dollars. */
  campaignFinanceServiceFee?: number | null;
  /** The interest rate of the loan in per cent a year. */
  campaignFinanceInterestRate?: number | null;
  /** The day on which the loan was repaid. */
  campaignFinanceRepaidDate?: string | null;
  /** The day of the last loan invoice. */
  campaignFinanceLastLoanInvoiceDate?: string | null;
  /** Notes of the team about the loan. */
  campaignFinanceNotes?: string | null;
  /** The day on which the sale of the property settles. */
  propertySettlementDate?: string | null;
  /** When the day of settlement was last changed. */
  propertySettlementDateLastUpdate?: string | null;
  /** The day on which the property was withdrawn from sale. */
  propertyWithdrawnFromSaleDate?: string | null;
  /** The day on which the loan ends. */
  loanEndDate?: string | null;
  /** When the payers were referred for an equity loan. */
  equityReferralSentDate?: string | null;
  /** How the owners use the property: as first or second home, or as an investment. */
  natureOfOwnership?: "principal-residence" | "secondary-residence" | "investment" | null;
  /** How the property is sold. */
  methodOfSale?: "auction" | "private-treaty" | "eoi" | "negotiation" | "deadline" | "other" | null;
  /** The day of the auction. */
  auctionDate?: string | null;
  /** The lower end of the expected price in dollars. */
  sellingPriceMin?: number | null;
  /** The upper end of the expected price in dollars. */
  sellingPriceMax?: number | null;
  /** The price for which the property was sold, in dollars. */
  soldPrice?: number | null;
  /** The balance of the mortgage on the property in dollars. */
  mortgageBalance?: number | null;
  /** The balance of the mortgage as a share of the value of the property, in per cent. */
  mortgageBalanceRange?: "lt75" | "lt90" | "gt90" | "<75" | "75-90" | ">90" | null;
  /** Whether the payer does not know the balance of the mortgage. */
  mortgageBalanceUnsure?: boolean;
  /** The first name of the agent who sells the property. */
  agentFirstName?: string | null;
  /** The surname of the agent who sells the property. */
  agentSurname?: string | null;
  /** The email address of the agent who sells the property. */
  agentEmail?: string | null;
  /** Further email addresses that get a copy of what the agent gets, with commas between them. */
  agentCcEmails?: string | null;
  /** The phone number of the agent who sells the property. */
  agentPhone?: string | null;
  /** The agency that sells the property. */
  agentOrg?: string | null;
  /** Whether the property is sold without an agency. */
  noAgency?: boolean;
  /** Notes for the agent. */
  agentNotes?: string | null;
  /** The first name of the conveyancer or solicitor. */
  conveyancerFirstName?: string | null;
  /** The surname of the conveyancer or solicitor. */
  conveyancerSurname?: string | null;
  /** The email address of the conveyancer or solicitor. */
  conveyancerEmail?: string | null;
  /** The phone number of the conveyancer or solicitor. */
  conveyancerPhone?: string | null;
  /** The firm of the conveyancer or solicitor. */
  conveyancerOrg?: string | null;
  /** Whether the payers have no conveyancer yet. */
  noConveyancer?: boolean;
  /** Whether a conveyancer is recommended to the payers. */
  recommendConveyancer?: boolean;
  /** Whether an agency is recommended to the payers. */
  recommendAgency?: boolean;
  /** Whether reminders are sent before the settlement. */
  preSettlementReminders?: boolean;
  /** Whether reminders are sent after the settlement. */
  postSettlementReminders?: boolean;
  /** Whether reminders are sent while the loan runs. */
  loanLiveReminders?: boolean;
  /** Notes of the team about the campaign. */
  campaignNotes?: string | null;
  /** The address of the listing on another website. */
  externalListingUrl?: string | null;
  /** Whether the payer lets the agent edit the details of the property. */
  vendorAgentDataConsent?: boolean;
  /** The day on which the loan is due. */
  campaignFinanceDueDate?: string | null;
  /** The days until the loan is due; less than 0 if it is overdue. */
  campaignFinanceDueInDays?: unknown;
  /** The days from the start of the loan until it is due. */
  campaignFinanceLoanPeriodDays?: unknown;
  /** The interest that the interest-free days save, in dollars. */
  campaignFinanceInterestFreeValue?: number | null;
  /** The interest until the loan is due, in dollars. */
  campaignFinanceTotalInterest?: number | null;
  /** The amount that is due at the end of the loan, in dollars. */
  campaignFinanceTotalDue?: number | null;
  /** How much of what is due was paid: nothing, a part, all, or a refund is on its way. */
  paymentState?: "none" | "part" | "paid" | "refunding";
  /** Whether a payer has paid, also if the payment failed, was voided or was returned. */
  hasMoneyRecords?: boolean;
  /** Where the funds for the organisation are: none, kept by us, on their way, or transferred. */
  fundsState?: "none" | "kept" | "on-its-way" | "transferred";
  /** The organisation that the record belongs to. */
  tenant: {
    /** The address of the record or of the list. */
    href: string;
  };
  /** The name of the organisation. */
  tenantName: string;
  /** The time zone of the organisation. The days of its campaigns are days there. */
  tenantTimeZone: string;
  /** The website of the organisation. */
  tenantWebsiteUrl?: unknown;
  /** The organisation that receives the budget. */
  budgetOwnerTenant: {
    /** The address of the record or of the list. */
    href: string;
  };
  /** The kind of the organisation: an agency, a supplier or a financial company. */
  tenantType?: "agency" | "supplier" | "financial";
  /** Whether the users of the organisation that receives the budget may add a property. */
  budgetOwnerAllowsProperty?: boolean;
  /** The property that is sold; null until one is added. */
  property: {
    /** The address of the record or of the list. */
    href: string;
  } | null;
  /** The name of the team member who is responsible for the campaign. */
  agentUserName: unknown;
  /** Whether money was received and did not all go back. Budget and option then change only after payment. */
  hasMoney: boolean;
  /** Whether we hold money that belongs to the payer: overpaid, or for a campaign that ended. */
  isMoneyHeld: boolean;
  /** When the record was created. */
  createdDate: string;
  /** Who created the campaign. */
  createdByName: unknown;
  /** Who last changed the status. */
  statusChangedByName?: unknown;
  /** The Payment URL of the first payer without its secret; null if no link works. */
  vendorUrl?: unknown;
  /** Your own id of the record, unique within the organisation for each kind of record. Payers never see it. */
  externalRef?: unknown;
  /** Your own values of the record: at most 50 keys of 40 characters with texts of 500. Payers never see them. */
  metadata?: Record<string, string>;
  /** The payers of the campaign. */
  vendors: {
    /** The address of the record or of the list. */
    href: string;
  };
  /** The people who sign the agreement of the campaign. */
  signatories: {
    /** The address of the record or of the list. */
    href: string;
  };
  /** The documents of the campaign. */
  attachments: {
    /** The address of the record or of the list. */
    href: string;
  };
};

export type CampaignChange = {
  /** The id of the record. */
  id?: number;
  /** The address of the record or of the list. */
  href?: string;
  /** Read-only here: `set-status` changes it. */
  status?: "cancelled" | "rejected" | "draft" | "waiting-invite" | "waiting-info" | "waiting-approval" | "approved" | "signed" | "executed" | "withdrawn" | "waiting-settlement" | "complete";
  /** The name of the record. */
  name?: string;
  /** The team member who is responsible for the campaign. */
  agentUser?: {
    /** The address of the record or of the list. */
    href: string;
  } | null;
  /** The day on which the team wants to act next. */
  nextActionDate?: string | null;
  /** Whether the team has marked the campaign for action. */
  actionSuggested?: boolean;
  /** When the mark for action was last set or removed. */
  actionSuggestedLastUpdate?: string | null;
  /** When the status last changed. */
  statusLastUpdate?: string | null;
  /** Why information was requested or the campaign was declined. The payers read it. */
  statusReason?: string | null;
  /** When it was first sent to a payer; null if it was not sent. */
  sentDate?: string | null;
  /** When the campaign was last changed. */
  lastUpdateDate?: string;
  /** The budget of the campaign in dollars. */
  campaignBudget?: number | null;
  /** What the budget is for: marketing, styling or a deposit. */
  campaignBudgetFundsPurpose?: "marketing" | "styling" | "deposit";
  /** What the budget is for, in words. */
  campaignBudgetDescription?: string | null;
  /** The day on which the campaign is planned to start. */
  campaignPlannedStartDate?: string | null;
  /** Whether funds are transferred by hand instead of in batches. */
  fundManually?: boolean;
  /** The amount that was paid upfront, in dollars. */
  campaignUpfrontAmount?: number | null;
  /** The reference of the upfront payment. */
  campaignUpfrontPaymentRef?: string | null;
  /** How the campaign was paid upfront: by deposit (`dc`), by card, or recorded by hand. */
  campaignUpfrontPaymentMethod?: "dc" | "card" | "manual" | null;
  /** When the campaign was paid upfront. */
  campaignUpfrontPaymentDate?: string | null;
  /** How the payer intends to pay upfront. */
  campaignBudgetUpfrontPaymentMethodIntent?: "bank-transfer" | "credit-card" | null;
  /** When the payer last chose how to pay upfront. */
  campaignBudgetUpfrontPaymentMethodUpdated?: string | null;
  /** The amount that was or will be transferred to the organisation, in dollars. */
  campaignAgencySettlementAmount?: number | null;
  /** When the transfer to the organisation was prepared. */
  campaignAgencySettlementCreated?: string | null;
  /** When the bank was asked for the transfer to the organisation. */
  campaignAgencySettlementProcessing?: string | null;
  /** When the funds were transferred to the organisation. */
  campaignAgencySettlementDate?: string | null;
  /** The amount of the loan in dollars. */
  campaignBorrowedAmount?: number | null;
  /** An amount that is lent beside the budget, in dollars. */
  campaignAdditionalAmount?: number | null;
  /** The fee for the caveat in dollars. */
  caveatFee?: number | null;
  /** A fee of the organisation that receives the budget, in dollars. */
  budgetOwnerFee?: number | null;
  /** What the fee of the organisation is called. */
  budgetOwnerFeeName?: string | null;
  /** The payment option: `pn` is Pay Upfront, `pos` is Pay On Success, `pl` is Pay Later. */
  financeOptionCode?: "pn" | "pos" | "pl" | null;
  /** The reference of the application at the finance provider. */
  financeProviderApplicationRef?: string | null;
  /** The reference of the campaign at the finance provider. */
  financeProviderCampaignRef?: string | null;
  /** The service fee in dollars. */
  serviceFee?: number | null;
  /** The service fee before a discount, in dollars. */
  fullServiceFee?: number | null;
  /** The reference of the payment of the service fee. */
  serviceFeePaymentRef?: string | null;
  /** How the service fee was paid. */
  serviceFeePaymentMethod?: string | null;
  /** The interest rate in per cent a year. */
  interestRate?: number | null;
  /** Whether the interest rate may change. */
  interestRateIsVariable?: boolean;
  /** The terms of the interest rate, in words. */
  interestRateTerms?: string | null;
  /** The days without interest at the start of the loan. */
  interestFreeDays?: unknown;
  /** The comparison rate in per cent a year, as the law defines it. */
  comparisonRate?: number | null;
  /** When the payers submitted their application. */
  applicationSubmitDate?: string | null;
  /** When the application was approved. */
  applicationApprovedDate?: string | null;
  /** Whether the agreement was signed on paper. */
  manualAgreement?: boolean;
  /** The day on which the loan was paid out. */
  campaignFinanceDrawdownDate?: string | null;
  /** The day on which the last payer signed. */
  campaignFinanceSignatureDate?: string | null;
  /** The first day of the loan. */
  campaignFinanceLoanStartDate?: string | null;
  /** The service fee of the loan in dollars. */
  campaignFinanceServiceFee?: number | null;
  /** The interest rate of the loan in per cent a year. */
  campaignFinanceInterestRate?: number | null;
  /** The day on which the loan was repaid. */
  campaignFinanceRepaidDate?: string | null;
  /** The day of the last loan invoice. */
  campaignFinanceLastLoanInvoiceDate?: string | null;
  /** Notes of the team about the loan. */
  campaignFinanceNotes?: string | null;
  /** The day on which the sale of the property settles. */
  propertySettlementDate?: string | null;
  /** When the day of settlement was last changed. */
  propertySettlementDateLastUpdate?: string | null;
  /** The day on which the property was withdrawn from sale. */
  propertyWithdrawnFromSaleDate?: string | null;
  /** The day on which the loan ends. */
  loanEndDate?: string | null;
  /** When the payers were referred for an equity loan. */
  equityReferralSentDate?: string | null;
  /** How the owners use the property: as first or second home, or as an investment. */
  natureOfOwnership?: "principal-residence" | "secondary-residence" | "investment" | null;
  /** How the property is sold. */
  methodOfSale?: "auction" | "private-treaty" | "eoi" | "negotiation" | "deadline" | "other" | null;
  /** The day of the auction. */
  auctionDate?: string | null;
  /** The lower end of the expected price in dollars. */
  sellingPriceMin?: number | null;
  /** The upper end of the expected price in dollars. */
  sellingPriceMax?: number | null;
  /** The price for which the property was sold, in dollars. */
  soldPrice?: number | null;
  /** The balance of the mortgage on the property in dollars. */
  mortgageBalance?: number | null;
  /** The balance of the mortgage as a share of the value of the property, in per cent. */
  mortgageBalanceRange?: "lt75" | "lt90" | "gt90" | "<75" | "75-90" | ">90" | null;
  /** Whether the payer does not know the balance of the mortgage. */
  mortgageBalanceUnsure?: boolean;
  /** The first name of the agent who sells the property. */
  agentFirstName?: string | null;
  /** The surname of the agent who sells the property. */
  agentSurname?: string | null;
  /** The email address of the agent who sells the property. */
  agentEmail?: string | null;
  /** Further email addresses that get a copy of what the agent gets, with commas between them. */
  agentCcEmails?: string | null;
  /** The phone number of the agent who sells the property. */
  agentPhone?: string | null;
  /** The agency that sells the property. */
  agentOrg?: string | null;
  /** Whether the property is sold without an agency. */
  noAgency?: boolean;
  /** Notes for the agent. */
  agentNotes?: string | null;
  /** The first name of the conveyancer or solicitor. */
  conveyancerFirstName?: string | null;
  /** The surname of the conveyancer or solicitor. */
  conveyancerSurname?: string | null;
  /** The email address of the conveyancer or solicitor. */
  conveyancerEmail?: string | null;
  /** The phone number of the conveyancer or solicitor. */
  conveyancerPhone?: string | null;
  /** The firm of the conveyancer or solicitor. */
  conveyancerOrg?: string | null;
  /** Whether the payers have no conveyancer yet. */
  noConveyancer?: boolean;
  /** Whether a conveyancer is recommended to the payers. */
  recommendConveyancer?: boolean;
  /** Whether an agency is recommended to the payers. */
  recommendAgency?: boolean;
  /** Whether reminders are sent before the settlement. */
  preSettlementReminders?: boolean;
  /** Whether reminders are sent after the settlement. */
  postSettlementReminders?: boolean;
  /** Whether reminders are sent while the loan runs. */
  loanLiveReminders?: boolean;
  /** Notes of the team about the campaign. */
  campaignNotes?: string | null;
  /** The address of the listing on another website. */
  externalListingUrl?: string | null;
  /** Whether the payer lets the agent edit the details of the property. */
  vendorAgentDataConsent?: boolean;
  /** The day on which the loan is due. */
  campaignFinanceDueDate?: string | null;
  /** The days until the loan is due; less than 0 if it is overdue. */
  campaignFinanceDueInDays?: unknown;
  /** The days from the start of the loan until it is due. */
  campaignFinanceLoanPeriodDays?: unknown;
  /** The interest that the interest-free days save, in dollars. */
  campaignFinanceInterestFreeValue?: number | null;
  /** The interest until the loan is due, in dollars. */
  campaignFinanceTotalInterest?: number | null;
  /** The amount that is due at the end of the loan, in dollars. */
  campaignFinanceTotalDue?: number | null;
  /** How much of what is due was paid: nothing, a part, all, or a refund is on its way. */
  paymentState?: "none" | "part" | "paid" | "refunding";
  /** Whether a payer has paid, also if the payment failed, was voided or was returned. */
  hasMoneyRecords?: boolean;
  /** Where the funds for the organisation are: none, kept by us, on their way, or transferred. */
  fundsState?: "none" | "kept" | "on-its-way" | "transferred";
  /** The organisation that the record belongs to. */
  tenant?: {
    /** The address of the record or of the list. */
    href: string;
  };
  /** The name of the organisation. */
  tenantName?: string;
  /** The time zone of the organisation. The days of its campaigns are days there. */
  tenantTimeZone?: string;
  /** The website of the organisation. */
  tenantWebsiteUrl?: unknown;
  /** The organisation that receives the budget. */
  budgetOwnerTenant?: {
    /** The address of the record or of the list. */
    href: string;
  };
  /** The kind of the organisation: an agency, a supplier or a financial company. */
  tenantType?: "agency" | "supplier" | "financial";
  /** Whether the users of the organisation that receives the budget may add a property. */
  budgetOwnerAllowsProperty?: boolean;
  /** The property that is sold; null until one is added. */
  property?: {
    /** The address of the record or of the list. */
    href: string;
  } | null;
  /** The name of the team member who is responsible for the campaign. */
  agentUserName?: unknown;
  /** Whether money was received and did not all go back. Budget and option then change only after payment. */
  hasMoney?: boolean;
  /** Whether we hold money that belongs to the payer: overpaid, or for a campaign that ended. */
  isMoneyHeld?: boolean;
  /** When the record was created. */
  createdDate?: string;
  /** Who created the campaign. */
  createdByName?: unknown;
  /** Who last changed the status. */
  statusChangedByName?: unknown;
  /** The Payment URL of the first payer without its secret; null if no link works. */
  vendorUrl?: unknown;
  /** Your own id of the record, unique within the organisation for each kind of record. Payers never see it. */
  externalRef?: string | null;
  /** Keys that are not sent stay. An empty text removes a key, null removes all. */
  metadata?: Record<string, string> | null;
  /** The payers of the campaign. */
  vendors?: {
    /** The address of the record or of the list. */
    href: string;
  };
  /** The people who sign the agreement of the campaign. */
  signatories?: {
    /** The address of the record or of the list. */
    href: string;
  };
  /** The documents of the campaign. */
  attachments?: {
    /** The address of the record or of the list. */
    href: string;
  };
};

export type CampaignEvents = {
  /** The id of the last event, for the header `Last-Event-ID` of the next request. */
  lastEventId: string;
  /** The version of the campaign. */
  version: number;
  /** The records of this page. */
  items: Array<{
    /** What happened. */
    kind: "approved" | "information-requested" | "declined" | "cancelled" | "submitted" | "signed" | "live" | "withdrawn" | "settling" | "complete" | "payment" | "documents" | "details-changed" | "payer-progress" | "comment" | "payers" | "options" | "property" | "changed";
    /** Whether you caused it. */
    isOwn: boolean;
    /** Which payer did it, if it was another payer. */
    payer?: {
      /** The first name. */
      firstName: string;
      /** What the payer did. */
      step: "submitted" | "signed";
    };
    /** Who did it, for people; programs are not told. */
    by?: string;
    /** The labels of the fields that were changed, as staff read them. */
    fields?: Array<string>;
  }>;
};

export type CampaignInSecondModel = {
  /** The id of the record. */
  id: number;
  /** The address of the record or of the list. */
  href: string;
  /** The name of the record. */
  name: string;
  /** The status in the second model, which has eight. */
  status: "draft" | "waiting-vendor" | "waiting-finance" | "cancelled" | "live" | "sale-withdrawn" | "waiting-settlement" | "sale-complete";
  /** The organisation that the record belongs to. */
  tenant: {
    /** The address of the record or of the list. */
    href: string;
  };
  /** The property that is sold; null until one is added. */
  property: {
    /** The address of the record or of the list. */
    href: string;
  } | null;
  /** The campaign. */
  agreement: {
    /** The address of the record or of the list. */
    href: string;
  };
  /** The payers of the campaign. */
  vendors: {
    /** The address of the record or of the list. */
    href: string;
  };
  /** The budget and how it is paid. */
  budget: {
    /** The budget of the campaign in dollars. */
    amount: number | null;
    /** The payment option: `pn` is Pay Upfront, `pos` is Pay On Success, `pl` is Pay Later. */
    financeOptionCode: "pn" | "pos" | "pl" | null;
    /** How the payer intends to pay upfront. */
    upfrontPaymentMethod: "bank-transfer" | "credit-card" | null;
    /** What the budget is for: marketing, styling or a deposit. */
    fundsPurpose: "marketing" | "styling" | "deposit";
    /** The day on which the campaign is planned to start. */
    plannedStartDate: string | null;
    /** The ids of the payers to whom it was sent. */
    vendorsSentTo?: Array<number>;
  };
  /** The application for Pay On Success or Pay Later; null without one. */
  financeApplication: {
    /** The status in the second model, which has eight. */
    status: "draft" | "waiting-info" | "waiting-approval" | "approved" | "rejected" | "cancelled" | "signed";
    /** The payment option: `pn` is Pay Upfront, `pos` is Pay On Success, `pl` is Pay Later. */
    financeOptionCode: "pn" | "pos" | "pl";
    /** The amount that is financed, in dollars. */
    amount: number;
  } | null;
};

export type CampaignMoney = {
  /** How much of what is due was paid: nothing, a part, all, or a refund is on its way. */
  paymentState: "none" | "part" | "paid" | "refunding";
  /** What the payers paid, in dollars. */
  paid: number;
  /** What is due now, in dollars. */
  due: number;
  /** What we hold for the payers, in dollars. */
  held: number;
  /** What is being refunded, in dollars. */
  underRefund: number;
  /** What was returned to the payers, in dollars. */
  returned: number;
  /** What we keep for the organisation, in dollars. */
  kept?: number;
  /** What is on its way to the organisation, in dollars. */
  onItsWay?: number;
  /** What was transferred to the organisation, in dollars. */
  transferred?: number;
  /** What we earned, in dollars. */
  earned?: number;
  /** What the payers agreed to pay, in dollars. */
  agreed?: number;
  /** What was lent, in dollars. */
  lent?: number;
  /** What is missing, in dollars. */
  shortfall?: number;
};

export type CampaignOptions = {
  /** The records of this page. */
  items: Array<{
    /** The payment option: `pn` is Pay Upfront, `pos` is Pay On Success, `pl` is Pay Later. */
    optionCode: "pn" | "pos" | "pl";
    /** The address of the record or of the list. */
    href: string;
    /** Whether the option is offered. */
    enabled: boolean;
    /** The service fee in dollars. */
    serviceFee: number | null;
    /** The discount in dollars. */
    discount: number | null;
    /** A fee of the organisation that receives the budget, in dollars. */
    budgetOwnerFee: number | null;
    /** What the fee of the organisation is called. */
    budgetOwnerFeeName: unknown;
    /** The service fee in per cent of the budget. */
    serviceFeePercent: number | null;
    /** The interest rate in per cent a year. */
    interestRate?: number | null;
    /** Whether days without interest are offered. */
    interestFreeOffered: boolean;
    /** The days without interest at the start of the loan. */
    interestFreeDays: unknown;
    /** The last day on which the interest-free offer can be accepted. */
    interestFreeOfferExpiryDate: string | null;
  }>;
  /** The options that the organisation could offer. */
  available?: Array<{
    /** The payment option: `pn` is Pay Upfront, `pos` is Pay On Success, `pl` is Pay Later. */
    optionCode: "pn" | "pos" | "pl";
    /** Whether it is switched on. */
    active: boolean;
    /** Whether the option is offered. */
    enabled: boolean;
    /** Whether a new campaign offers the option. */
    offeredByDefault: boolean;
    /** A fee of the organisation that receives the budget, in dollars. */
    budgetOwnerFee: number | null;
    /** What the fee of the organisation is called. */
    budgetOwnerFeeName: unknown;
    /** The service fee in per cent of the budget. */
    serviceFeePercent: number | null;
    /** The interest rate in per cent a year. */
    interestRate?: number | null;
    /** Whether days without interest are offered. */
    interestFreeOffered: boolean;
    /** The days without interest at the start of the loan. */
    interestFreeDays: unknown;
    /** The last day on which the interest-free offer can be accepted. */
    interestFreeOfferExpiryDate: string | null;
  }>;
  /** The option that the payers chose; null before. */
  chosen: "pn" | "pos" | "pl" | null;
  /** The application for Pay On Success or Pay Later; null without one. */
  application: {
    /** The id of the record. */
    id: number;
    /** The payment option: `pn` is Pay Upfront, `pos` is Pay On Success, `pl` is Pay Later. */
    financeOptionCode: "pos" | "pl";
    /** The status of the record. */
    status: "draft" | "waiting-info" | "waiting-approval" | "approved" | "rejected" | "cancelled" | "signed";
    /** The amount in dollars. */
    amount: number;
    /** When the record was created. */
    createdDate: string;
    /** When the payers submitted the application. */
    submitDate: string | null;
    /** When the application was approved. */
    approvedDate: string | null;
  } | null;
};

export type CampaignRow = {
  /** The id of the record. */
  id: number;
  /** The address of the record or of the list. */
  href: string;
  /** The name of the record. */
  name: string;
  /** Where the campaign is, from `draft` to `complete`. */
  status: "cancelled" | "rejected" | "draft" | "waiting-invite" | "waiting-info" | "waiting-approval" | "approved" | "signed" | "executed" | "withdrawn" | "waiting-settlement" | "complete";
  /** The organisation that the record belongs to. */
  tenant: {
    /** The address of the record or of the list. */
    href: string;
  };
  /** The name of the organisation. */
  tenantName: string;
  /** The time zone of the organisation. The days of its campaigns are days there. */
  tenantTimeZone: string;
  /** The name of the team member who is responsible for the campaign. */
  agentUserName: unknown;
  /** What the budget is for: marketing, styling or a deposit. */
  campaignBudgetFundsPurpose: "marketing" | "styling" | "deposit";
  /** When the campaign was last changed. */
  lastUpdateDate: string;
  /** How much of what is due was paid: nothing, a part, all, or a refund is on its way. */
  paymentState: "none" | "part" | "paid" | "refunding";
  /** How the campaign was paid upfront; before that, how the payer chose to pay. */
  paymentWay: "bank-transfer" | "credit-card" | null;
  /** Whether the team has marked the campaign for action. */
  actionSuggested?: boolean;
  /** When the status last changed. */
  statusLastUpdate: string | null;
  /** The payment option: `pn` is Pay Upfront, `pos` is Pay On Success, `pl` is Pay Later. */
  financeOptionCode: "pn" | "pos" | "pl" | null;
  /** The budget of the campaign in dollars. */
  campaignBudget: number | null;
  /** The day on which the campaign is planned to start. */
  campaignPlannedStartDate: string | null;
  /** When it was first sent to a payer; null if it was not sent. */
  sentDate: string | null;
  /** When the payers submitted their application. */
  applicationSubmitDate: string | null;
  /** When the application was approved. */
  applicationApprovedDate: string | null;
  /** The day of the auction. */
  auctionDate: string | null;
  /** The day on which the sale of the property settles. */
  propertySettlementDate: string | null;
  /** The day on which the property was withdrawn from sale. */
  propertyWithdrawnFromSaleDate: string | null;
  /** Your own id of the record, unique within the organisation for each kind of record. Payers never see it. */
  externalRef?: unknown;
  /** Your own values of the record: at most 50 keys of 40 characters with texts of 500. Payers never see them. */
  metadata?: Record<string, string>;
};

export type ChangedCampaigns = {
  /** The ids of the campaigns that have changed. */
  ids: Array<number>;
  /** True if others have changed too, or may have: read your list again. */
  isMore: boolean;
};

export type ChangedStatus = {
  /** The status of the record. */
  status: "cancelled" | "rejected" | "draft" | "waiting-invite" | "waiting-info" | "waiting-approval" | "approved" | "signed" | "executed" | "withdrawn" | "waiting-settlement" | "complete";
  /** The Payment URL of the first payer without its secret; null if no link works. */
  vendorUrl: unknown;
};

export type Costs = {
  /** The records of this page. */
  items: Array<{
    /** The name of the line. */
    key: string;
    /** The payment option: `pn` is Pay Upfront, `pos` is Pay On Success, `pl` is Pay Later. */
    optionCode: "pn" | "pos" | "pl";
    /** The name for people. */
    label: string;
    /** After how many days it is paid; null if it is paid at once. */
    days: unknown;
    /** The sum in dollars. */
    total: number;
    /** What it costs beside the budget, in dollars. */
    extra: number;
    /** What is paid at once, in dollars. */
    dueNow: number;
    /** The day on which it is due. */
    dueDate: string | null;
    /** Whether it is an estimate. */
    isEstimate: boolean;
  }>;
  /** From when on one way of paying costs more than another. */
  crossovers: Array<{
    /** The way of paying that is compared. */
    than: string;
    /** From how many days on; null if never. */
    fromDay: unknown;
    /** From which day on; null if never. */
    onDate: string | null;
  }>;
  /** The comparison rate in per cent a year, as the law defines it. */
  comparisonRate?: number | null;
  /** The interest rate in per cent a year. */
  interestRate?: number | null;
  /** How many days a sale usually takes. */
  usualDays: number;
  /** The longest time of the loan in days. */
  longestDays: number;
  /** The day from which the costs are computed. */
  startDate: string;
};

export type Document = {
  /** The id of the record. */
  id: number;
  /** The address of the record or of the list. */
  href: string;
  /** What the document is. It decides who sees it. */
  purpose: "lending-agreement" | "marketing" | "marketing-vendor" | "property-photo" | "supporting-doc" | "internal-doc" | "vendor-id" | "upfront-payment-receipt";
  /** When the file was uploaded. */
  uploadDate: string;
  /** The campaign. */
  agreement: {
    /** The address of the record or of the list. */
    href: string;
  };
  /** The payer that the document is about; null if it is about the campaign. */
  signatory: {
    /** The address of the record or of the list. */
    href: string;
  } | null;
  /** The account of the person who uploaded the file. */
  uploadedByUser: {
    /** The address of the record or of the list. */
    href: string;
  } | null;
  /** Who uploaded the file. */
  uploadedByName: unknown;
  /** Whether the details of the document are hidden until the payer enters a code. */
  isLocked?: boolean;
  /** The uploaded file. */
  asset: Asset;
  /** Your own id of the record, unique within the organisation for each kind of record. Payers never see it. */
  externalRef?: unknown;
  /** Your own values of the record: at most 50 keys of 40 characters with texts of 500. Payers never see them. */
  metadata?: Record<string, string>;
};

export type DocumentChange = {
  /** The campaign. */
  agreement?: {
    /** The address of the record or of the list. */
    href: string;
  };
  /** The uploaded file. */
  asset?: {
    /** The address of the record or of the list. */
    href: string;
  };
  /** The payer that the document is about; null if it is about the campaign. */
  signatory?: {
    /** The address of the record or of the list. */
    href: string;
  } | null;
  /** What the document is. It decides who sees it. */
  purpose?: string;
  /** Your own id of the record, unique within the organisation for each kind of record. Payers never see it. */
  externalRef?: string | null;
  /** Keys that are not sent stay. An empty text removes a key, null removes all. */
  metadata?: Record<string, string> | null;
};

export type Event = {
  /** The id of the event, the same at every attempt. */
  id: string;
  /** What happened; `ping` for a test. */
  type: "ping" | "campaign_create" | "campaign_update" | "campaign_status_change" | "campaign_delete" | "campaign_fo_create" | "campaign_fo_update" | "campaign_fo_delete" | "application_create" | "application_update" | "application_status_change" | "application_approve" | "signatory_create" | "signatory_update" | "signatory_delete" | "agreement_sign" | "link_open" | "message_fail" | "property_create" | "property_update" | "property_delete" | "attachment_create" | "attachment_update" | "attachment_delete" | "invoice_create" | "invoice_pay" | "invoice_void" | "refund_create" | "refund_pay" | "refund_fail" | "payment_void";
  /** When it happened. */
  date: string;
  /** What happened, for people. */
  description: string;
  /** The organisation that the record belongs to. */
  tenant: {
    /** The address of the record or of the list. */
    href: string;
  };
  /** The campaign. */
  agreement?: {
    /** The address of the record or of the list. */
    href: string;
    /** Your own id of the record, unique within the organisation for each kind of record. Payers never see it. */
    externalRef: unknown;
    /** Your own values of the record: at most 50 keys of 40 characters with texts of 500. Payers never see them. */
    metadata: Record<string, string>;
  };
  /** The payer, document, invoice or payment that the event is about; absent if it is the campaign itself. */
  subject?: {
    /** The address of the record or of the list. */
    href: string;
  };
  /** The names of the changed fields, as the API has them. */
  changedFields?: Array<string>;
  /** The changed fields with their values before and after. Absent if the event changes no field. */
  changes?: Record<string, {
    /** The value before. */
    before: unknown;
    /** The value after. */
    after: unknown;
  }>;
  /** Amounts, the way and the reason, for invoices, payments, refunds, links and messages. */
  details?: {
    /** In dollars. Of a payment with its surcharge, of a refund with the fee that is kept. */
    amount?: number;
    /** What is kept of a refund, in dollars. The payer gets the amount less this. */
    fee?: number;
    /** How far a refund got. `refused` by the card gateway; `failed` if it came back later. */
    status?: "requested" | "made" | "refused" | "failed";
    /** By which way the message went, or the link came. */
    channel?: "email" | "sms";
    /** Why a message did not arrive. `not-sent`: no provider took it. */
    reason?: "unknown-address" | "full" | "blocked" | "other" | "not-sent";
  };
};

export type Events = {
  /** The records of this page. */
  items: Array<Event>;
  /** Where the answer ended. Send it as `cursor` to go on, now or later. */
  nextCursor: string;
  /** Whether there is more to read now. */
  hasMore: boolean;
};

export type FinanceTerms = {
  /** The payment option: `pn` is Pay Upfront, `pos` is Pay On Success, `pl` is Pay Later. */
  financeOptionCode: "pn" | "pos" | "pl";
  /** The version of the text. */
  version: string;
  /** The title. */
  title: string;
  /** The text as HTML. */
  contentHtml: string;
  /** What the payer confirms. */
  criteria: Array<{
    /** The place in the list. */
    displayOrder: number;
    /** The text as HTML. */
    contentHtml: string;
  }>;
  /** The most important points. */
  inShort: Array<string>;
  /** The text in sections, without HTML. */
  sections: Array<{
    /** The heading. */
    heading: string;
    /** The paragraphs. */
    paragraphs: Array<string>;
  }>;
};

export type Loan = {
  /** The campaign. */
  agreement: {
    /** The address of the record or of the list. */
    href: string;
  };
  /** The payment option: `pn` is Pay Upfront, `pos` is Pay On Success, `pl` is Pay Later. */
  financeOptionCode: "pn" | "pos" | "pl" | null;
  /** The present day in the time zone of the organisation. */
  today: string;
  /** Whether the loan runs. */
  isRunning: boolean;
  /** What is owed; null before the loan. */
  balances: {
    /** The balance of today. */
    today: {
      /** The day. */
      day: string;
      /** Whether it is an estimate. */
      isEstimate: boolean;
      /** The lines. */
      lines: Array<{
        /** The name of the line. */
        key: "budget" | "additional" | "serviceFee" | "caveatFee" | "budgetOwnerFee" | "accruedInterest" | "estimatedInterest" | "repaid";
        /** The name for people. */
        label: string;
        /** The amount in dollars. */
        amount: number;
        /** Whether it is an estimate. */
        isEstimate: boolean;
      }>;
      /** The interest until the day, in dollars. */
      accruedInterest: number;
      /** The interest after today that is expected, in dollars. */
      estimatedInterest: number;
      /** The sum in dollars. */
      total: number;
    };
    /** The balance of the day that was asked for; null without one. */
    onDate: {
      /** The day. */
      day: string;
      /** Whether it is an estimate. */
      isEstimate: boolean;
      /** The lines. */
      lines: Array<{
        /** The name of the line. */
        key: "budget" | "additional" | "serviceFee" | "caveatFee" | "budgetOwnerFee" | "accruedInterest" | "estimatedInterest" | "repaid";
        /** The name for people. */
        label: string;
        /** The amount in dollars. */
        amount: number;
        /** Whether it is an estimate. */
        isEstimate: boolean;
      }>;
      /** The interest until the day, in dollars. */
      accruedInterest: number;
      /** The interest after today that is expected, in dollars. */
      estimatedInterest: number;
      /** The sum in dollars. */
      total: number;
    } | null;
    /** The balance at the end of the loan. */
    atEnd: {
      /** The day. */
      day: string;
      /** Whether it is an estimate. */
      isEstimate: boolean;
      /** The lines. */
      lines: Array<{
        /** The name of the line. */
        key: "budget" | "additional" | "serviceFee" | "caveatFee" | "budgetOwnerFee" | "accruedInterest" | "estimatedInterest" | "repaid";
        /** The name for people. */
        label: string;
        /** The amount in dollars. */
        amount: number;
        /** Whether it is an estimate. */
        isEstimate: boolean;
      }>;
      /** The interest until the day, in dollars. */
      accruedInterest: number;
      /** The interest after today that is expected, in dollars. */
      estimatedInterest: number;
      /** The sum in dollars. */
      total: number;
    };
  } | null;
  /** What will be due; null without a loan. */
  ahead: {
    /** The amounts. */
    amounts: Array<{
      /** The kind. */
      kind: "settlement" | "due";
      /** The day. */
      day: string;
      /** The sum in dollars. */
      total: number;
      /** Whether it is an estimate. */
      isEstimate: boolean;
    }>;
    /** The interest of one day in dollars. */
    interestPerDay: number | null;
    /** The first day with interest. */
    interestFrom: string | null;
  } | null;
  /** The days of the loan. */
  dates: {
    /** When the person signed the agreement; null before. */
    signatureDate: string | null;
    /** The first day of the loan. */
    loanStartDate: string | null;
    /** The day on which the loan is expected to start. */
    expectedLoanStartDate: string | null;
    /** The day on which the loan was paid out. */
    drawdownDate: string | null;
    /** The day on which the loan was repaid. */
    repaidDate: string | null;
    /** The day on which the sale settles. */
    settlementDate: string | null;
    /** The day on which the property was withdrawn from sale. */
    withdrawnDate: string | null;
    /** The day on which the loan ends. */
    loanEndDate: string | null;
    /** The latest day on which the loan may end. */
    longestEndDate: string | null;
    /** The first day with interest. */
    interestStartsOn: string | null;
    /** The day on which it is due. */
    dueDate: string | null;
    /** The days until the loan is due; less than 0 if it is overdue. */
    dueInDays: unknown;
    /** The days from the start of the loan until it is due. */
    loanPeriodDays: unknown;
  };
  /** What was written off, in dollars. */
  writtenOff: number;
  /** What happened to the loan and what will happen, by day. */
  timeline: Array<{
    /** The day. */
    day: string;
    /** The kind. */
    kind: "start" | "reminder" | "settlement" | "withdrawn" | "due" | "repaid" | "end";
    /** The name for people. */
    label: string;
    /** Whether it is past, to come, or switched off. */
    state: "past" | "toCome" | "off";
  }> | null;
  /** Whether the loan may be approved, and why not. */
  approval?: {
    /** Whether it is possible now. */
    isOpen: boolean;
    /** Whether the rule is met. */
    holds: boolean;
    /** The rules, each with its result. */
    rules: Array<{
      /** The name of the rule. */
      name: "saved" | "budget" | "feeSet" | "feeAbove" | "rateSet" | "comparisonRate" | "manualDocument" | "document" | "schedule" | "valuation";
      /** The rule in words. */
      words: string;
      /** Whether the rule is met. */
      holds: boolean;
      /** The figure that the rule is about; null without one. */
      figure: {
        /** The kind. */
        kind: "money";
        /** The figure. */
        value: number | null;
      } | {
        /** The kind. */
        kind: "share";
        /** The figure. */
        value: number | null;
      } | {
        /** The kind. */
        kind: "count";
        /** The figure. */
        value: unknown;
      } | null;
      /** The field or step that would meet the rule. */
      mendedBy: "isEditing" | "campaignBudget" | "serviceFee" | "interestRate" | "sellingPriceMin" | "lendingDocuments" | "marketingDocuments";
    }>;
    /** The largest budget that would be approved, in dollars. */
    largestBudget: number | null;
  };
  /** The value of the property and the shares of it. */
  valuation?: {
    /** The middle of the expected price in dollars. */
    midpoint: number | null;
    /** Mortgage and loan as a share of the value. */
    loanToValue: number | null;
    /** The loan as a share of the value. */
    financeShare: number | null;
  };
  /** The reminders of the loan. */
  reminders?: Array<{
    /** The name of the reminder. */
    name: "live-30" | "live-90" | "live-150" | "live-173" | "interest-free-ends" | "pre-settlement" | "post-settlement" | "payment-due";
    /** The name for people. */
    label: string;
    /** The day. */
    day: string;
    /** Whether the reminder was sent, is to come, is switched off or was missed. */
    state: "sent" | "toCome" | "off" | "missed";
    /** When the reminder was sent. */
    sentDate: string | null;
    /** Who gets it. */
    recipients: Array<string>;
    /** The switch that controls it. */
    governedBy: "loanLiveReminders" | "preSettlementReminders" | "postSettlementReminders";
    /** Whether it is switched on. */
    isOn: boolean;
  }>;
  /** The switches of the reminders. */
  reminderSwitches?: Array<{
    /** The name of the switch. */
    name: "loanLiveReminders" | "preSettlementReminders" | "postSettlementReminders";
    /** Whether it is switched on. */
    isOn: boolean;
    /** Whether it is switched on for new campaigns of the organisation. */
    isOnForOrganisation: boolean;
  }>;
  /** The loan invoices. */
  invoices?: {
    /** Which invoice may be sent now. */
    actions: Array<{
      /** The kind of the record. */
      type: "standard" | "pre_settlement" | "post_settlement";
      /** The name for people. */
      label: string;
      /** Whether it is possible now. */
      isAllowed: boolean;
      /** Why it is not possible; null if it is. */
      because: unknown;
    }>;
    /** Which details are missing. */
    missing: Array<string>;
    /** The sentence for people. */
    message: unknown;
    /** The last one; null before. */
    last: {
      /** The id of the record. */
      id: number;
      /** The number of the invoice. */
      number: string;
      /** The kind of the record. */
      type: "standard" | "pre_settlement" | "post_settlement";
      /** The day on which it was issued. */
      issueDate: string;
      /** The day on which it is due. */
      dueDate: string | null;
      /** The balance on the invoice. */
      balance: {
        /** The day. */
        day: string;
        /** Whether it is an estimate. */
        isEstimate: boolean;
        /** The lines. */
        lines: Array<{
          /** The name of the line. */
          key: "budget" | "additional" | "serviceFee" | "caveatFee" | "budgetOwnerFee" | "accruedInterest" | "estimatedInterest" | "repaid";
          /** The name for people. */
          label: string;
          /** The amount in dollars. */
          amount: number;
          /** Whether it is an estimate. */
          isEstimate: boolean;
        }>;
        /** The interest until the day, in dollars. */
        accruedInterest: number;
        /** The interest after today that is expected, in dollars. */
        estimatedInterest: number;
        /** The sum in dollars. */
        total: number;
      };
      /** The settlement that the invoice is for. */
      settlement: {
        /** The amounts. */
        amounts: Array<{
          /** The kind. */
          kind: "settlement" | "due";
          /** The day. */
          day: string;
          /** The sum in dollars. */
          total: number;
          /** Whether it is an estimate. */
          isEstimate: boolean;
        }>;
        /** The interest of one day in dollars. */
        interestPerDay: number | null;
        /** The first day with interest. */
        interestFrom: string | null;
      } | null;
      /** The sum in dollars. */
      total: number;
      /** When the record was created. */
      createdDate: string;
      /** When it was first sent to a payer; null if it was not sent. */
      sentDate: string | null;
      /** The addresses to which it was sent. */
      sentTo: Array<string>;
    } | null;
  };
  /** The payout letters: what must be paid to end the loan. */
  payout: {
    /** Whether it is possible now. */
    isOpen: boolean;
    /** Why it is not possible; null if it is. */
    because: unknown;
    /** The first day for which a letter is possible. */
    earliest: string | null;
    /** The last day for which a letter is possible. */
    latest: string | null;
    /** The letters that were issued. */
    letters: Array<{
      /** The id of the record. */
      id: number;
      /** The code with which anyone can check the letter. */
      code: string;
      /** The day for which the letter states the amount. */
      payoutDate: string;
      /** The last day on which the letter is valid. */
      validUntil: string;
      /** The sum in dollars. */
      total: number;
      /** When the record was created. */
      createdDate: string;
      /** Whether the letter is still valid. */
      state: "valid" | "expired" | "changed" | "ended" | "repaid";
      /** The address of the record or of the list. */
      href: string;
    }>;
  };
};

export type LoanAccount = {
  /** The campaign. */
  agreement: {
    /** The address of the record or of the list. */
    href: string;
  };
  /** The present day in the time zone of the organisation. */
  today: string;
  /** The day that the balance is for. */
  day: string;
  /** The lines. */
  lines: Array<{
    /** The name of the line. */
    key: "principal" | "serviceFee" | "caveatFee" | "budgetOwnerFee" | "interest" | "repaid";
    /** The name for people. */
    label: string;
    /** The amount in dollars. */
    amount: number;
  }>;
  /** What repaying costs on the day, in dollars. */
  owed: number;
  /** What we hold for the payers, in dollars. */
  held: number;
  /** The day on which it is due. */
  dueDate: string | null;
  /** How late the loan is; null if it is not. */
  arrears: {
    /** The day on which it is due. */
    dueDate: string;
    /** The days since it was due. */
    daysPastDue: number;
    /** The group by days. */
    group: "days-1-30" | "days-31-60" | "days-61-90" | "over-90";
    /** The name for people. */
    label: string;
    /** The amount in dollars. */
    amount: number;
  } | null;
  /** What will be due; null without a loan. */
  ahead: Array<{
    /** The day that the balance is for. */
    day: string;
    /** The sum in dollars. */
    total: number;
    /** Whether it is an estimate. */
    isEstimate: boolean;
  }>;
  /** The account and the reference for a transfer; null if there is none. */
  payTo: {
    /** The name of the account. */
    accountName: string;
    /** The BSB; null in New Zealand. */
    bsbNumber: unknown;
    /** The number of the account. */
    accountNumber: string;
    /** The PayID of the account, for an instant payment; null if there is none. */
    payId: unknown;
    /** The reference that the payer must state. */
    reference: string;
  } | null;
  /** The repayments, the newest first. */
  repayments: Array<{
    /** The id of the record. */
    id: number;
    /** The number of the payment on receipts. */
    paymentNumber: string;
    /** The status of the record. */
    status: "pending" | "approved" | "voided";
    /** When it happened. */
    date: string;
    /** The amount in dollars. */
    amount: number;
    /** How it was repaid. */
    method: "direct-deposit" | "manual";
    /** The description. */
    description: unknown;
    /** The part of it that paid fees, in dollars. */
    fees: number;
    /** The part of it that paid interest, in dollars. */
    interest: number;
    /** The part of it that paid back the loan, in dollars. */
    principal: number;
    /** The part of it that recovered what was written off, in dollars. */
    recovered: number;
    /** What we hold for the payers, in dollars. */
    held: number;
  }>;
  /** What was written off, in dollars. */
  writtenOff: number;
  /** Whether you may record a payment without a card now. */
  mayRecord: boolean;
  /** Whether you may write off the rest now. */
  mayWriteOff: boolean;
  /** Whether you may ask a second admin to write off what is owed. */
  mayAskWriteOff: boolean;
  /** Whether a write-off waits for a second admin. */
  isWriteOffAsked: boolean;
  /** Whether you may reverse what was written off. */
  mayReverseWriteOff: boolean;
};

export type LoanStatement = {
  /** The campaign. */
  agreement: {
    /** The address of the record or of the list. */
    href: string;
  };
  /** The first day of the period. */
  from: string;
  /** The last day of the period. */
  to: string;
  /** What was owed at the start of the period, in dollars. */
  opening: number;
  /** The lines. */
  lines: Array<{
    /** The day. */
    day: string;
    /** The last day of interest of several days; null if it is one day. */
    until: string | null;
    /** The kind. */
    kind: "drawdown" | "fee" | "interest" | "repayment" | "write-off";
    /** The description. */
    description: string;
    /** The amount in dollars. */
    amount: number;
    /** What was owed after it, in dollars. */
    balance: number;
  }>;
  /** What was owed at the end of the period, in dollars. */
  closing: number;
};

export type NewCampaign = {
  /** The budget of the campaign in dollars. */
  campaignBudget: number;
  /** The day on which the campaign is planned to start. */
  campaignPlannedStartDate: string;
  /** What the budget is for: marketing, styling or a deposit. */
  campaignBudgetFundsPurpose: "marketing" | "styling" | "deposit";
  /** The organisation that the record belongs to. */
  tenant: {
    /** The address of the record or of the list. */
    href: string;
  };
  /** Payers to add in the same request. If one is refused, no campaign is created. */
  vendors?: Array<NewPayer>;
  /** Your own id of the record, unique within the organisation for each kind of record. Payers never see it. */
  externalRef?: string | null;
  /** Your own values of the record: at most 50 keys of 40 characters with texts of 500. Payers never see them. */
  metadata?: Record<string, string> | null;
};

export type NewDocument = {
  /** The campaign. */
  agreement: {
    /** The address of the record or of the list. */
    href: string;
  };
  /** The uploaded file. */
  asset: {
    /** The address of the record or of the list. */
    href: string;
  };
  /** The payer that the document is about; null if it is about the campaign. */
  signatory?: {
    /** The address of the record or of the list. */
    href: string;
  } | null;
  /** What the document is. It decides who sees it. */
  purpose: string;
  /** Your own id of the record, unique within the organisation for each kind of record. Payers never see it. */
  externalRef?: string | null;
  /** Your own values of the record: at most 50 keys of 40 characters with texts of 500. Payers never see them. */
  metadata?: Record<string, string> | null;
};

export type NewPayer = {
  /** The first name. */
  firstName: string;
  /** The surname. */
  surname: string;
  /** The email address. */
  emailAddress: string;
  /** The mobile number. */
  mobilePhone?: string | null;
  /** Your own id of the record, unique within the organisation for each kind of record. Payers never see it. */
  externalRef?: string | null;
  /** Your own values of the record: at most 50 keys of 40 characters with texts of 500. Payers never see them. */
  metadata?: Record<string, string> | null;
};

export type NewProperty = {
  /** The kind of the record. */
  type?: "apartment" | "block-units" | "commercial" | "duplex" | "free-standing" | "house" | "land" | "penthouse" | "retirement" | "semi-detached" | "studio" | "terrace" | "townhouse" | "unit" | "villa" | null;
  /** Number and street. */
  address: string;
  /** The second line of the address, for example a unit. */
  address2?: string | null;
  /** The third line of the address. */
  address3?: string | null;
  /** The suburb or town. */
  city: string;
  /** The state; none in New Zealand. */
  state?: string | null;
  /** The postcode. */
  postalCode: string;
  /** The number of bedrooms. */
  bedrooms?: number | null;
  /** The number of bathrooms. */
  bathrooms?: number | null;
  /** The number of car spaces. */
  carSpaces?: number | null;
  /** The description. */
  description?: string | null;
  /** How the owners use the property: as first or second home, or as an investment. */
  natureOfOwnership?: "principal-residence" | "secondary-residence" | "investment" | null;
  /** How the property is sold. */
  methodOfSale?: "auction" | "private-treaty" | "eoi" | "negotiation" | "deadline" | "other" | null;
  /** The day of the auction. */
  auctionDate?: string | null;
  /** The lower end of the expected price in dollars. */
  sellingPriceMin?: number | null;
  /** The upper end of the expected price in dollars. */
  sellingPriceMax?: number | null;
  /** The price for which the property was sold, in dollars. */
  soldPrice?: number | null;
  /** An uploaded picture that becomes the photo of the property. */
  photo?: {
    /** The address of the record or of the list. */
    href: string;
  } | null;
};

export type NewSignatory = {
  /** The first name. */
  firstName: string;
  /** The middle names. */
  middleNames?: string | null;
  /** The surname. */
  surname: string;
  /** The email address. */
  emailAddress: string;
  /** The mobile number. */
  mobilePhone?: string | null;
  /** The date of birth. */
  dateOfBirth?: string | null;
  /** Number and street of the home. */
  residentialAddress?: string | null;
  /** The suburb or town. */
  city?: string | null;
  /** The state; none in New Zealand. */
  state?: string | null;
  /** The postcode. */
  postalCode?: string | null;
  /** How the person is employed. */
  employmentType?: "full" | "part" | "self" | "unemployed" | "retired" | "pension" | null;
  /** Whether the organisation has checked the identity of the person. */
  amlCheckCompleted?: boolean;
  /** Your own id of the record, unique within the organisation for each kind of record. Payers never see it. */
  externalRef?: string | null;
  /** Your own values of the record: at most 50 keys of 40 characters with texts of 500. Payers never see them. */
  metadata?: Record<string, string> | null;
  /** The campaign. */
  agreement: {
    /** The address of the record or of the list. */
    href: string;
  };
};

export type NewWebhook = {
  /** The address. */
  url: string;
  /** The events. */
  events: Array<"campaign_create" | "campaign_update" | "campaign_status_change" | "campaign_delete" | "campaign_fo_create" | "campaign_fo_update" | "campaign_fo_delete" | "application_create" | "application_update" | "application_status_change" | "application_approve" | "signatory_create" | "signatory_update" | "signatory_delete" | "agreement_sign" | "link_open" | "message_fail" | "property_create" | "property_update" | "property_delete" | "attachment_create" | "attachment_update" | "attachment_delete" | "invoice_create" | "invoice_pay" | "invoice_void" | "refund_create" | "refund_pay" | "refund_fail" | "payment_void">;
};

export type Organisation = {
  /** The id of the record. */
  id: number;
  /** The address of the record or of the list. */
  href: string;
  /** The kind of the record. */
  type: "agency" | "supplier" | "financial";
  /** The name of the record. */
  name: string;
  /** A short name that is unique. */
  identifier: unknown;
  /** The time zone of the organisation. */
  defaultTimeZone: string;
  /** Whether the organisation may fund deposits. */
  enableDeposits: boolean;
  /** Whether the users of the organisation may add properties. */
  allowAddingProperty: boolean;
  /** When the organisation last created a campaign. */
  lastAgreementCreateDate: string | null;
  /** The address of the logo; null without one. */
  logoUrl: unknown;
  /** Whether the logo is shown without the name beside it. */
  hideNameText: boolean;
  /** Whether the platform allows Pay Upfront to the organisation. */
  payNowActive: boolean;
  /** Whether the organisation offers Pay Upfront. */
  payNowEnabled: boolean;
  /** Whether the platform allows Pay Later to the organisation. */
  payLaterActive: boolean;
  /** Whether the organisation offers Pay Later. */
  payLaterEnabled: boolean;
  /** Whether the platform allows Pay On Success to the organisation. */
  payOnSuccessActive: boolean;
  /** Whether the organisation offers Pay On Success. */
  payOnSuccessEnabled: boolean;
};

export type OrganisationSettings = {
  /** The kind of the record. */
  type: "agency" | "supplier" | "financial";
  /** The name of the record. */
  name?: string;
  /** The legal name of the organisation. */
  legalName?: string | null;
  /** The name under which the organisation is known. */
  brandName?: string | null;
  /** The business number: ABN in Australia, NZBN in New Zealand. */
  abn?: string | null;
  /** The number of the licence. */
  realEstateLicense?: string | null;
  /** The principal agent. */
  principalAgentName?: string | null;
  /** The time zone of the organisation. */
  defaultTimeZone?: string;
  /** The website. */
  websiteUrl?: string | null;
  /** The logo, an uploaded file. */
  logo?: {
    /** The address of the record or of the list. */
    href: string;
  } | null;
  /** The colour on the pages of payers, `#rrggbb`. */
  brandColour?: string | null;
  /** How the brand is shown. */
  brandSettings?: {
    /** Whether the logo is shown without the name beside it. */
    hideNameText: boolean;
  };
  /** The name from which text messages are sent. */
  smsSenderName?: string | null;
  /** The address for invoices. */
  billingAddress?: {
    /** Number and street. */
    address: string | null;
    /** The second line of the address, for example a unit. */
    address2: string | null;
    /** The third line of the address. */
    address3: string | null;
    /** The suburb or town. */
    city: string | null;
    /** The state; none in New Zealand. */
    state: string | null;
    /** The postcode. */
    postalCode: string | null;
    /** The phone number. */
    phone: string | null;
  };
  /** The account to which funds are transferred. Digits are hidden from people who may not see them. */
  bankAccount?: {
    /** The name of the account. */
    accountName: string | null;
    /** The BSB; null in New Zealand. */
    bsbNumber: string | null;
    /** The number of the account. */
    accountNumber: string | null;
  } | null;
  /** The days on which funds are transferred. */
  batchPaymentSchedule?: string | null;
  /** A short name that is unique. */
  identifier?: string | null;
  /** The local government area. */
  lga?: string | null;
  /** The id of the contact in Xero. */
  xeroContactRef?: string | null;
  /** The id of the advertiser at Domain. */
  domainAdvertiserRef?: string | null;
  /** The id of the advertiser at realestate.com.au. */
  reaAdvertiserRef?: string | null;
  /** The id of the account at Trade Me. */
  trademeAccountId?: string | null;
  /** Notes of the platform about the organisation. */
  internalNotes?: string | null;
  /** Whether the users of the organisation may add properties. */
  allowAddingProperty?: boolean;
  /** Whether the organisation may lend an additional amount. */
  extraFunding?: boolean;
  /** Whether the organisation may fund deposits. */
  enableDeposits?: boolean;
  /** Whether funds are transferred by hand instead of in batches. */
  fundManually?: boolean;
  /** Whether the agent gets a copy of the messages to payers. */
  ccAgentContact?: boolean;
  /** Whether an agency is recommended to the payers. */
  recommendAgency?: boolean;
  /** Whether a conveyancer is recommended to the payers. */
  recommendConveyancer?: boolean;
  /** Which conveyancer is recommended. */
  recommendConveyancerSettings?: {
    /** The conveyancer that is recommended. */
    partnerName: "no-partner" | "settle-easy" | "landmark" | "conveyu";
    /** The answer that a new campaign starts with. */
    defaultResponse: "yes" | "no" | null;
  };
  /** Whether the organisation checks the identity of payers itself. */
  amlDelegation?: boolean;
  /** Who is asked about the checks of identity. */
  amlDelegationSettings?: {
    /** Whether the agent is asked. */
    askAgent: boolean;
    /** The answer that a new campaign starts with. */
    defaultResponse: "yes" | "no" | null;
  };
  /** The email that refers payers for an equity loan. */
  equityReferralSettings?: {
    /** The subject. */
    subject: string | null;
    /** The text of the email. */
    body: string | null;
  };
  /** Whether reminders are sent while the loan runs. */
  loanLiveReminders?: boolean;
  /** Whether reminders are sent before the settlement. */
  preSettlementReminders?: boolean;
  /** Whether reminders are sent after the settlement. */
  postSettlementReminders?: boolean;
  /** Who gets the invoice at settlement. */
  settlementInvoiceContactPrimary?: "tenantBillingContacts" | "campaignConveyancer" | "campaignVendors" | "kerbSettlementsTeam" | null;
  /** Who gets a copy of the invoice at settlement. */
  settlementInvoiceContactsSecondary?: Array<"tenantBillingContacts" | "campaignConveyancer" | "campaignVendors" | "kerbSettlementsTeam">;
  /** The id of the record. */
  id: number;
  /** The address of the record or of the list. */
  href: string;
  /** The address of the logo; null without one. */
  logoUrl: unknown;
  /** When the organisation last created a campaign. */
  lastAgreementCreateDate: string | null;
  /** Whether the platform allows Pay Upfront to the organisation. */
  payNowActive: boolean;
  /** Whether the organisation offers Pay Upfront. */
  payNowEnabled: boolean;
  /** Whether the platform allows Pay Later to the organisation. */
  payLaterActive: boolean;
  /** Whether the organisation offers Pay Later. */
  payLaterEnabled: boolean;
  /** Whether the platform allows Pay On Success to the organisation. */
  payOnSuccessActive: boolean;
  /** Whether the organisation offers Pay On Success. */
  payOnSuccessEnabled: boolean;
  /** Who gets each kind of loan invoice. */
  loanInvoiceContacts: Array<{
    /** The kind of the record. */
    type: "settlement";
    /** Who gets it. */
    primary: "tenantBillingContacts" | "campaignConveyancer" | "campaignVendors" | "kerbSettlementsTeam" | null;
    /** Who gets a copy. */
    secondary: Array<"tenantBillingContacts" | "campaignConveyancer" | "campaignVendors" | "kerbSettlementsTeam">;
  }>;
  /** Changes that wait for approval; null without any. */
  draftContent: {
    /** The kind of the record. */
    type?: "agency" | "supplier" | "financial";
    /** The name of the record. */
    name?: string;
    /** The legal name of the organisation. */
    legalName?: string | null;
    /** The name under which the organisation is known. */
    brandName?: string | null;
    /** The business number: ABN in Australia, NZBN in New Zealand. */
    abn?: string | null;
    /** The number of the licence. */
    realEstateLicense?: string | null;
    /** The principal agent. */
    principalAgentName?: string | null;
    /** The time zone of the organisation. */
    defaultTimeZone?: string;
    /** The website. */
    websiteUrl?: string | null;
    /** The logo, an uploaded file. */
    logo?: {
      /** The address of the record or of the list. */
      href: string;
    } | null;
    /** The colour on the pages of payers, `#rrggbb`. */
    brandColour?: string | null;
    /** How the brand is shown. */
    brandSettings?: {
      /** Whether the logo is shown without the name beside it. */
      hideNameText: boolean;
    };
    /** The name from which text messages are sent. */
    smsSenderName?: string | null;
    /** The address for invoices. */
    billingAddress?: {
      /** Number and street. */
      address: string | null;
      /** The second line of the address, for example a unit. */
      address2: string | null;
      /** The third line of the address. */
      address3: string | null;
      /** The suburb or town. */
      city: string | null;
      /** The state; none in New Zealand. */
      state: string | null;
      /** The postcode. */
      postalCode: string | null;
      /** The phone number. */
      phone: string | null;
    };
    /** The account to which funds are transferred. Digits are hidden from people who may not see them. */
    bankAccount?: {
      /** The name of the account. */
      accountName: string | null;
      /** The BSB; null in New Zealand. */
      bsbNumber: string | null;
      /** The number of the account. */
      accountNumber: string | null;
    } | null;
    /** The days on which funds are transferred. */
    batchPaymentSchedule?: string | null;
    /** A short name that is unique. */
    identifier?: string | null;
    /** The local government area. */
    lga?: string | null;
    /** The id of the contact in Xero. */
    xeroContactRef?: string | null;
    /** The id of the advertiser at Domain. */
    domainAdvertiserRef?: string | null;
    /** The id of the advertiser at realestate.com.au. */
    reaAdvertiserRef?: string | null;
    /** The id of the account at Trade Me. */
    trademeAccountId?: string | null;
    /** Notes of the platform about the organisation. */
    internalNotes?: string | null;
    /** Whether the users of the organisation may add properties. */
    allowAddingProperty?: boolean;
    /** Whether the organisation may lend an additional amount. */
    extraFunding?: boolean;
    /** Whether the organisation may fund deposits. */
    enableDeposits?: boolean;
    /** Whether funds are transferred by hand instead of in batches. */
    fundManually?: boolean;
    /** Whether the agent gets a copy of the messages to payers. */
    ccAgentContact?: boolean;
    /** Whether an agency is recommended to the payers. */
    recommendAgency?: boolean;
    /** Whether a conveyancer is recommended to the payers. */
    recommendConveyancer?: boolean;
    /** Which conveyancer is recommended. */
    recommendConveyancerSettings?: {
      /** The conveyancer that is recommended. */
      partnerName: "no-partner" | "settle-easy" | "landmark" | "conveyu";
      /** The answer that a new campaign starts with. */
      defaultResponse: "yes" | "no" | null;
    };
    /** Whether the organisation checks the identity of payers itself. */
    amlDelegation?: boolean;
    /** Who is asked about the checks of identity. */
    amlDelegationSettings?: {
      /** Whether the agent is asked. */
      askAgent: boolean;
      /** The answer that a new campaign starts with. */
      defaultResponse: "yes" | "no" | null;
    };
    /** The email that refers payers for an equity loan. */
    equityReferralSettings?: {
      /** The subject. */
      subject: string | null;
      /** The text of the email. */
      body: string | null;
    };
    /** Whether reminders are sent while the loan runs. */
    loanLiveReminders?: boolean;
    /** Whether reminders are sent before the settlement. */
    preSettlementReminders?: boolean;
    /** Whether reminders are sent after the settlement. */
    postSettlementReminders?: boolean;
    /** Who gets the invoice at settlement. */
    settlementInvoiceContactPrimary?: "tenantBillingContacts" | "campaignConveyancer" | "campaignVendors" | "kerbSettlementsTeam" | null;
    /** Who gets a copy of the invoice at settlement. */
    settlementInvoiceContactsSecondary?: Array<"tenantBillingContacts" | "campaignConveyancer" | "campaignVendors" | "kerbSettlementsTeam">;
  } | null;
  /** The address of the logo that waits for approval. */
  draftLogoUrl: unknown;
  /** The changes that wait for approval, by field. */
  pendingChanges: Array<{
    /** The field. */
    field: "type" | "name" | "legalName" | "brandName" | "abn" | "realEstateLicense" | "principalAgentName" | "defaultTimeZone" | "websiteUrl" | "logo" | "brandColour" | "brandSettings" | "smsSenderName" | "billingAddress" | "bankAccount" | "batchPaymentSchedule" | "identifier" | "lga" | "xeroContactRef" | "domainAdvertiserRef" | "reaAdvertiserRef" | "trademeAccountId" | "internalNotes" | "allowAddingProperty" | "extraFunding" | "enableDeposits" | "fundManually" | "ccAgentContact" | "recommendAgency" | "recommendConveyancer" | "recommendConveyancerSettings" | "amlDelegation" | "amlDelegationSettings" | "equityReferralSettings" | "loanLiveReminders" | "preSettlementReminders" | "postSettlementReminders" | "settlementInvoiceContactPrimary" | "settlementInvoiceContactsSecondary";
    /** Who asked for it. */
    userName: string;
    /** When it happened. */
    date: string;
    /** Whether it is yours. */
    isOwn: boolean;
    /** Why it is not possible now; null if it is. */
    refusal: unknown;
    /** What to look at before it is approved. */
    warnings: Array<string>;
  }>;
  /** A new bank account that is not used yet. */
  bankAccountNext: {
    /** The new bank account. */
    account: {
      /** The name of the account. */
      accountName: string | null;
      /** The BSB; null in New Zealand. */
      bsbNumber: string | null;
      /** The number of the account. */
      accountNumber: string | null;
    } | null;
    /** When it happened. */
    date: string;
    /** How the new bank account was confirmed by phone. */
    callBackNote: unknown;
  } | null;
};

export type PayButton = {
  /** The button; null if there is none. */
  button: {
    /** The public token, for `data-key` of the element. */
    token: string;
    /** Whether the payers have something to pay. All that a website learns. */
    state: "to-pay" | "paid" | "not-available";
    /** When the button was made. */
    createdDate: string;
  } | null;
  /** Whether the organisation shows anything on its website. If not, the button is not shown. */
  isOn: boolean;
  /** The script that shows the button. */
  script: {
    /** The address of the script. */
    src: string;
    /** The hash with which a browser checks the script. */
    integrity: string;
  };
};

export type Payer = {
  /** The id of the record. */
  id: number;
  /** The address of the record or of the list. */
  href: string;
  /** The full name. */
  displayName: string;
  /** The first name. */
  firstName?: string;
  /** The surname. */
  surname?: string;
  /** The email address. */
  emailAddress?: string;
  /** The mobile number. */
  mobilePhone?: unknown;
  /** When the person signed the agreement; null before. */
  signatureDate: string | null;
  /** When it was first sent to a payer; null if it was not sent. */
  sentDate?: string | null;
  /** Whether the messages with the Payment URL were sent and accepted. */
  delivery?: "not-sent" | "queued" | "held" | "accepted" | "failed";
  /** Why a message was not delivered. */
  deliveryReason?: unknown;
  /** The last message of each channel, and how far it got. */
  deliveries?: Array<{
    /** How the message was sent. */
    channel: "email" | "sms";
    /** How far the message got. */
    stage: "queued" | "held" | "failed" | "sent" | "bounced" | "delivered" | "opened";
    /** Why it got no further. */
    reason: unknown;
    /** When it got there. */
    date: string;
  }>;
  /** When the payer first opened the Payment URL. */
  openedDate?: string | null;
  /** When the payer was last reminded. */
  nudgedDate?: string | null;
  /** Whether the payer may be reminded now. */
  mayBeNudged?: boolean;
  /** The Payment URL without its secret; null if no link works. */
  paymentUrl?: unknown;
  /** The account of the person. */
  user?: {
    /** The address of the record or of the list. */
    href: string;
  };
  /** Deprecated. Use `user`, which is the same as a link. @deprecated */
  userHref?: string;
  /** Your own id of the record, unique within the organisation for each kind of record. Payers never see it. */
  externalRef?: unknown;
  /** Your own values of the record: at most 50 keys of 40 characters with texts of 500. Payers never see them. */
  metadata?: Record<string, string>;
  /** Whether you entered the contacts of this payer. */
  contactsEnteredByYou?: boolean;
  /** Whether somebody whose account you made entered the contacts of this payer. */
  contactsEnteredByMade?: boolean;
  /** Whether no second admin exists who could check the contacts. */
  isAlone?: boolean;
  /** Who else has the same email address or mobile number. */
  sharedContacts?: Array<{
    /** The field. */
    field: "emailAddress" | "mobilePhone";
    /** Whose contact it is. */
    name: string;
    /** What that person is to the campaign. */
    holder: "team" | "creator" | "admin" | "payer";
  }>;
};

export type Payment = {
  /** The id of the record. */
  id: number;
  /** The address of the record or of the list. */
  href: string;
  /** The campaign. */
  agreement: {
    /** The address of the record or of the list. */
    href: string;
  };
  /** The kind. */
  kind: "upfront" | "service-fee" | "repayment";
  /** The number of the payment on receipts. */
  paymentNumber: string;
  /** The status of the record. */
  status: "pending" | "approved" | "voided";
  /** When it was paid. */
  paymentDate: string;
  /** When the payment was approved. */
  approvalDate: string | null;
  /** When it was voided. */
  voidDate: string | null;
  /** Why it was voided. */
  voidReason: unknown;
  /** Whether a refund was asked for and has no outcome yet. */
  isBeingVoided: boolean;
  /** The amount in dollars. */
  amount: number;
  /** The service fee in dollars. */
  serviceFee: number;
  /** The surcharge in dollars. */
  surcharge: number;
  /** What was refunded of it in part, also what is asked for, with the fees that were kept, in dollars. */
  refundedAmount: number;
  /** The fees that were kept of its refunds, in dollars. */
  refundFee: number;
  /** How it was paid. */
  paymentMethod: "card" | "direct-deposit" | "manual";
  /** The description. */
  description: unknown;
  /** The reference of the payment at the card provider. */
  paymentGatewayRef: unknown;
  /** Always null. Card details are never stored. */
  cardToken: null;
  /** The card; null if it was paid in another way. */
  card: {
    /** The card scheme. */
    scheme: "visa" | "mastercard" | "unionpay" | "amex" | "jcb" | "other";
    /** The kind of the card. */
    funding: "credit" | "debit" | "prepaid" | "unknown";
    /** The last four digits of the card. */
    last4: string;
    /** The wallet that the card came from; null if the card was typed. */
    wallet: "apple-pay" | "google-pay" | null;
  } | null;
  /** Where the receipt is sent. */
  receiptEmail: unknown;
  /** Who paid. */
  paidByName: unknown;
};

export type PaymentDetails = {
  /** The present day in the time zone of the organisation. */
  today: string;
  /** The payment option: `pn` is Pay Upfront, `pos` is Pay On Success, `pl` is Pay Later. */
  financeOptionCode: "pn" | "pos" | "pl" | null;
  /** The kind. */
  kind: "upfront" | "service-fee" | "repayment" | null;
  /** Why it is not possible now; null if it is. */
  refusal: unknown;
  /** Whether nothing is due any more. */
  isPaid: boolean;
  /** Whether a payment is being carried out. */
  isUnderWay: boolean;
  /** Whether you may pay by card now. */
  mayPayByCard: boolean;
  /** Whether you may record a payment without a card now. */
  mayRecord: boolean;
  /** Whether you may mark it as paid now. */
  mayMarkAsPaid: boolean;
  /** The budget of the campaign in dollars. */
  campaignBudget: number;
  /** The service fee in dollars. */
  serviceFee: number;
  /** The discount in dollars. */
  discount: number;
  /** The amount in dollars. */
  amount: number;
  /** What was paid, in dollars. */
  paidAmount: number;
  /** What is to be paid now, in dollars, without a surcharge. */
  dueAmount: number;
  /** What the page shows as due now, in dollars. */
  dueNowDisplay: number;
  /** How the payer intends to pay. */
  intent: "bank-transfer" | "credit-card" | null;
  /** The surcharge for each kind of card. */
  surcharges: Array<{
    /** The name for people. */
    label: string;
    /** The card schemes. */
    schemes: Array<"visa" | "mastercard" | "unionpay" | "amex" | "jcb" | "other">;
    /** The kinds of cards. */
    fundings: Array<"credit" | "debit" | "prepaid" | "unknown">;
    /** The surcharge in hundredths of a per cent. */
    basisPoints: number;
    /** The surcharge in dollars. */
    surcharge: number;
  }>;
  /** Where the receipt is sent. */
  receiptEmail: unknown;
  /** The account for a bank transfer; null if it is not possible. */
  bankTransfer: {
    /** The name of the account. */
    accountName: string;
    /** The BSB; null in New Zealand. */
    bsbNumber: unknown;
    /** The number of the account. */
    accountNumber: string;
    /** The PayID of the account, for an instant payment; null if there is none. */
    payId: unknown;
    /** The reference that the payer must state. */
    reference: string;
  } | null;
  /** The frame of the card provider; null if cards are not possible. */
  cardFrame: {
    /** The card provider. */
    provider: "sandbox" | "stripe";
    /** The address. */
    url: string;
    /** The origin of the frame. */
    origin: string;
    /** The public key of the card provider. */
    publishableKey: unknown;
  } | null;
  /** The biller for payments by phone or internet banking; null without one. */
  biller: {
    /** The address. */
    url: string;
    /** The code of the biller. */
    billerCode: string;
    /** The id of the merchant. */
    merchantId: string;
    /** The reference that the payer must state. */
    reference: string;
  } | null;
};

export type Problem = {
  /** The kind of the problem, stable: `/problems/not-found`. Decide by it. */
  type: string;
  /** The words of the HTTP status. */
  title: string;
  /** The HTTP status. */
  status: number;
  /** What went wrong, for people. The same as `displayText`. */
  detail?: string;
  /** What went wrong, for people. */
  displayText: string;
  /** The id of the request, if the fault is ours. Quote it when you ask us. */
  requestId?: string;
  /** What is wrong with each field or parameter, by its name. */
  validation?: Record<string, Array<{
    /** The kind of the mistake. */
    type: "conflictingValue" | "notValid" | "isEmpty" | "notDigits" | "stringLengthTooLong" | "stringLengthTooShort" | "unrecognized" | "missing";
    /** What is wrong, for people. */
    message: string;
  }>>;
  /** The request that failed: `/requests/` and its id, that of `X-Request-Id`. A name for your log; it cannot be opened. */
  instance?: string;
  /** The record that already has what must be unique, if you may see it. */
  existing?: {
    /** The id of the record. */
    id: number;
    /** The address of the record or of the list. */
    href: string;
  };
};

export type Property = {
  /** The id of the record. */
  id: number;
  /** The address of the record or of the list. */
  href: string;
  /** The kind of the property. */
  type: "apartment" | "block-units" | "commercial" | "duplex" | "free-standing" | "house" | "land" | "penthouse" | "retirement" | "semi-detached" | "studio" | "terrace" | "townhouse" | "unit" | "villa" | null;
  /** The id of the property at Domain. */
  domainPropertyRef: unknown;
  /** Number and street. */
  address: string;
  /** The second line of the address, for example a unit. */
  address2: unknown;
  /** The third line of the address. */
  address3: unknown;
  /** The suburb or town. */
  city: unknown;
  /** The state; none in New Zealand. */
  state: unknown;
  /** The postcode. */
  postalCode: unknown;
  /** The number of bedrooms. */
  bedrooms: number | null;
  /** The number of bathrooms. */
  bathrooms: number | null;
  /** The number of car spaces. */
  carSpaces: number | null;
  /** The description. */
  description: unknown;
};

export type PropertyChange = {
  /** The kind of the record. */
  type?: "apartment" | "block-units" | "commercial" | "duplex" | "free-standing" | "house" | "land" | "penthouse" | "retirement" | "semi-detached" | "studio" | "terrace" | "townhouse" | "unit" | "villa" | null;
  /** The id of the property at Domain. */
  domainPropertyRef?: string | null;
  /** Number and street. */
  address?: string;
  /** The second line of the address, for example a unit. */
  address2?: string | null;
  /** The third line of the address. */
  address3?: string | null;
  /** The suburb or town. */
  city?: string;
  /** The state; none in New Zealand. */
  state?: string | null;
  /** The postcode. */
  postalCode?: string;
  /** The number of bedrooms. */
  bedrooms?: number | null;
  /** The number of bathrooms. */
  bathrooms?: number | null;
  /** The number of car spaces. */
  carSpaces?: number | null;
  /** The description. */
  description?: string | null;
  /** The id of the record. */
  id?: number;
  /** The address of the record or of the list. */
  href?: string;
};

export type Remittances = {
  /** The records of this page. */
  items: Array<{
    /** The month. */
    month: string;
    /** What was paid to the organisation, in dollars. */
    paid: number;
    /** What of it the bank sent back, in dollars. */
    returned: number;
    /** What was paid less what came back, in dollars. */
    amount: number;
    /** The batch payments of the month. */
    batches: Array<{
      /** The number of the batch payment. */
      batch: number;
      /** The day on which it was transferred. */
      date: string;
      /** What was paid to the organisation, in dollars. */
      paid: number;
      /** What of it the bank sent back, in dollars. */
      returned: number;
      /** What was paid less what came back, in dollars. */
      amount: number;
    }>;
  }>;
  /** Whether there are earlier months. Absent in the order of changes. */
  isMore?: boolean;
  /** Where the answer ended. Send it as `cursor` to go on, now or later. */
  nextCursor?: string;
  /** Whether there is more to read now. */
  hasMore?: boolean;
};

export type Replay = {
  /** The moment from which on events are sent again. */
  since: string;
  /** Whether to send only the events that failed. */
  onlyFailed?: boolean;
};

export type Replayed = {
  /** How many events are sent again. */
  events: number;
};

export type Sending = {
  /** The ids of the payers. All payers, if it is left out. */
  vendorIds?: Array<number>;
  /** A note in the message. */
  note?: string | null;
};

export type SendingOutcome = {
  /** To how many payers it was sent. */
  successCount: number;
  /** To how many payers it could not be sent. */
  failureCount: number;
  /** Why not, by the id of the payer. */
  validation: Record<string, Array<{
    /** The kind of the record. */
    type: string;
    /** The sentence for people. */
    message: string;
  }>>;
};

export type Session = {
  /** The id of the account. */
  userId?: number;
  /** The id of the payer who came by a Payment URL. */
  signatoryId?: number;
  /** The full name. */
  displayName: string;
  /** The email address. */
  emailAddress: string;
  /** The role of the account. */
  role: "admin" | "tenant_user" | "vendor";
  /** The organisations of the account. A program has one. */
  memberships: Array<{
    /** The id of the organisation. */
    tenantId: number;
    /** The name of the organisation. */
    tenantName: string;
    /** Whether the person manages the organisation or is an employee. */
    tenantUserType: "manager" | "employee";
  }>;
  /** The banners that the person has dismissed. */
  dismissedBanners?: Array<string>;
  /** The only campaign that a Payment URL gives access to. */
  onlyAgreementId?: number;
  /** Who of the team opened the Payment URL. */
  openedByName?: string;
  /** The admin who impersonates this account. */
  viewedBy?: {
    /** The id of the account. */
    userId: number;
    /** The full name. */
    displayName: string;
    /** Whether the admin may change something. */
    changesAreOn: boolean;
  };
};

export type Signatory = {
  /** The id of the record. */
  id: number;
  /** The address of the record or of the list. */
  href: string;
  /** The campaign. */
  agreement: {
    /** The address of the record or of the list. */
    href: string;
  };
  /** The full name. */
  displayName: string;
  /** The first name. */
  firstName?: string;
  /** The middle names. */
  middleNames?: unknown;
  /** The surname. */
  surname?: string;
  /** The email address. */
  emailAddress?: string;
  /** When the person confirmed the email address with a code. */
  emailAddressConfirmationDate?: string | null;
  /** When the last code was sent to the email address. */
  emailAddressConfirmationCodeSent?: string | null;
  /** The mobile number. */
  mobilePhone?: unknown;
  /** When the person confirmed the mobile number with a code. */
  mobilePhoneConfirmationDate?: string | null;
  /** When the last code was sent to the mobile number. */
  mobilePhoneConfirmationCodeSent?: string | null;
  /** Whether the payer confirmed the mobile number and not the team. */
  mobilePhoneConfirmedByPayer?: boolean;
  /** When the payer last proved with a code that they apply. */
  applicationCodeDate?: string | null;
  /** The date of birth. */
  dateOfBirth?: string | null;
  /** Number and street of the home. */
  residentialAddress?: unknown;
  /** The suburb or town. */
  city?: unknown;
  /** The state; none in New Zealand. */
  state?: unknown;
  /** The postcode. */
  postalCode?: unknown;
  /** How the person is employed. */
  employmentType?: "full" | "part" | "self" | "unemployed" | "retired" | "pension" | null;
  /** Whether the organisation has checked the identity of the person. */
  amlCheckCompleted?: boolean;
  /** The account of the person. */
  user?: {
    /** The address of the record or of the list. */
    href: string;
  };
  /** Deprecated. Use `user`, which is the same as a link. @deprecated */
  userHref?: string;
  /** Your own id of the record, unique within the organisation for each kind of record. Payers never see it. */
  externalRef?: unknown;
  /** Your own values of the record: at most 50 keys of 40 characters with texts of 500. Payers never see them. */
  metadata?: Record<string, string>;
  /** Whether it is yours. */
  isOwn: boolean;
  /** The fields that you may not change now. */
  readOnlyFields: Array<string>;
  /** The fields of which you see only a part. */
  maskedFields?: Array<string>;
  /** The fields that are hidden until the payer enters a code. */
  lockedFields?: Array<string>;
  /** Whether fields are hidden until the payer enters a code. */
  isLocked?: boolean;
  /** Whether the payer came from a link in their own mailbox. */
  hasProvedMailbox?: boolean;
  /** When the person submitted their part of the application. */
  submittedDate: string | null;
  /** When the person signed the agreement; null before. */
  signatureDate: string | null;
  /** The evidence of the signature; null before. */
  signatureMetadata?: {
    /** The address from which it was signed. */
    ipAddress: unknown;
    /** The browser with which it was signed. */
    userAgent: unknown;
    /** The position at which it was signed, if the person allowed it. */
    geoLocation: unknown;
    /** How the code for the signature was sent. */
    authorisationType: "sms" | "email";
    /** Who signed. */
    signingUserName: string;
    /** The email address of the person who signed. */
    signingUserEmail: string;
    /** Whether somebody signed on behalf of the payer. */
    isOnBehalf: boolean;
    /** When the payer got a copy of the signed agreement. */
    copyDeliveredDate?: string;
  } | null;
  /** The checks of identity by a provider. */
  identityChecks?: Array<{
    /** The id of the person at the provider. */
    entityId: string;
    /** The link to the check. */
    link: string;
    /** When it was created. */
    createDate: string;
    /** When the identity was checked. */
    checkDate: string | null;
    /** Whether the check passed. */
    checkResult: "pass" | "fail" | null;
    /** When the link was sent by text message. */
    smsSentDate: string | null;
  }>;
};

export type SignatoryChange = {
  /** The first name. */
  firstName?: string;
  /** The middle names. */
  middleNames?: string | null;
  /** The surname. */
  surname?: string;
  /** The email address. */
  emailAddress?: string;
  /** The mobile number. */
  mobilePhone?: string | null;
  /** The date of birth. */
  dateOfBirth?: string | null;
  /** Number and street of the home. */
  residentialAddress?: string | null;
  /** The suburb or town. */
  city?: string | null;
  /** The state; none in New Zealand. */
  state?: string | null;
  /** The postcode. */
  postalCode?: string | null;
  /** How the person is employed. */
  employmentType?: "full" | "part" | "self" | "unemployed" | "retired" | "pension" | null;
  /** Whether the organisation has checked the identity of the person. */
  amlCheckCompleted?: boolean;
  /** Your own id of the record, unique within the organisation for each kind of record. Payers never see it. */
  externalRef?: string | null;
  /** Keys that are not sent stay. An empty text removes a key, null removes all. */
  metadata?: Record<string, string> | null;
};

export type StatusChange = {
  /** The status of the record. */
  status: "cancelled" | "rejected" | "draft" | "waiting-invite" | "waiting-info" | "waiting-approval" | "approved" | "signed" | "executed" | "withdrawn" | "waiting-settlement" | "complete";
  /** The status that you have seen. If the campaign has another one, nothing is changed: 409. */
  expectedStatus?: "cancelled" | "rejected" | "draft" | "waiting-invite" | "waiting-info" | "waiting-approval" | "approved" | "signed" | "executed" | "withdrawn" | "waiting-settlement" | "complete";
  /** The reason, in words. Needed to request information and to decline. */
  reason?: string;
};

export type TimeZones = {
  /** The time zones. */
  timeZones: Array<{
    /** The name of the time zone in the IANA database. */
    identifier: string;
    /** The name of the record. */
    name: string;
    /** The present difference to UTC in minutes. */
    offset: number;
    /** The present difference to UTC, as text. */
    offsetString: string;
  }>;
  /** How many records there are on all pages. */
  totalItems: number;
};

export type Token = {
  /** The token, for the header `Authorization: Bearer`. */
  access_token: string;
  /** Always `Bearer`. */
  token_type: "Bearer";
  /** How long the token is valid, in seconds. */
  expires_in: number;
  /** The scopes, with spaces between them. */
  scope: string;
};

export type TokenError = {
  /** The kind of the error, as RFC 6749 names it. */
  error: string;
  /** What went wrong, for people. */
  error_description: string;
};

export type TokenRequest = {
  /** Always `client_credentials`. */
  grant_type: "client_credentials";
  /** The scopes, with spaces between them. */
  scope?: string;
  /** The id of the program, unless it is in a Basic header or in the JWT. */
  client_id?: string;
  /** A secret of the program, unless it is in a Basic header or a JWT is sent. */
  client_secret?: string;
  /** Always the type of a JWT, if one is sent. */
  client_assertion_type?: string;
  /** A JWT that the program has signed with its key. */
  client_assertion?: string;
};

export type Webhook = {
  /** The id of the record. */
  id: number;
  /** The address of the record or of the list. */
  href: string;
  /** The organisation that the record belongs to. */
  tenant: {
    /** The address of the record or of the list. */
    href: string;
  };
  /** The address. */
  url: string;
  /** The events that the webhook receives. */
  events: Array<"campaign_create" | "campaign_update" | "campaign_status_change" | "campaign_delete" | "campaign_fo_create" | "campaign_fo_update" | "campaign_fo_delete" | "application_create" | "application_update" | "application_status_change" | "application_approve" | "signatory_create" | "signatory_update" | "signatory_delete" | "agreement_sign" | "link_open" | "message_fail" | "property_create" | "property_update" | "property_delete" | "attachment_create" | "attachment_update" | "attachment_delete" | "invoice_create" | "invoice_pay" | "invoice_void" | "refund_create" | "refund_pay" | "refund_fail" | "payment_void">;
  /** Whether it is switched on. */
  active: boolean;
  /** Why it is switched off; null if it is on. */
  disabledReason: "owner" | "failing" | "person-left" | "program-ended" | "secret-ended" | "secret-replaced" | "no-secret" | "scope-ended" | null;
  /** Since when it is switched off. */
  disabledSinceDate: string | null;
  /** Since when no delivery has arrived; null if the last one did. */
  failingSinceDate: string | null;
  /** Who registered the webhook. */
  displayName: unknown;
  /** When it was created. */
  creationDate: string;
  /** When an event last arrived. */
  lastDeliveryDate: string | null;
};

export type WebhookChange = {
  /** The address. */
  url?: string;
  /** The events. */
  events?: Array<"campaign_create" | "campaign_update" | "campaign_status_change" | "campaign_delete" | "campaign_fo_create" | "campaign_fo_update" | "campaign_fo_delete" | "application_create" | "application_update" | "application_status_change" | "application_approve" | "signatory_create" | "signatory_update" | "signatory_delete" | "agreement_sign" | "link_open" | "message_fail" | "property_create" | "property_update" | "property_delete" | "attachment_create" | "attachment_update" | "attachment_delete" | "invoice_create" | "invoice_pay" | "invoice_void" | "refund_create" | "refund_pay" | "refund_fail" | "payment_void">;
  /** Whether it is switched on. */
  active?: boolean;
};

export type WebhookDelivery = {
  /** The id of the record. */
  id: number;
  /** The address of the record or of the list. */
  href: string;
  /** The id of the event, the same at every attempt. */
  eventId: string;
  /** What happened; `ping` for a test. */
  type: "ping" | "campaign_create" | "campaign_update" | "campaign_status_change" | "campaign_delete" | "campaign_fo_create" | "campaign_fo_update" | "campaign_fo_delete" | "application_create" | "application_update" | "application_status_change" | "application_approve" | "signatory_create" | "signatory_update" | "signatory_delete" | "agreement_sign" | "link_open" | "message_fail" | "property_create" | "property_update" | "property_delete" | "attachment_create" | "attachment_update" | "attachment_delete" | "invoice_create" | "invoice_pay" | "invoice_void" | "refund_create" | "refund_pay" | "refund_fail" | "payment_void";
  /** The campaign. */
  agreement: {
    /** The address of the record or of the list. */
    href: string;
  } | null;
  /** Whether the event waits, has arrived or was given up. */
  state: "waiting" | "delivered" | "failed";
  /** When it was created. */
  creationDate: string;
  /** When the event arrived. */
  deliveredDate: string | null;
  /** When it is tried again; null if it is not. */
  nextAttemptDate: string | null;
  /** The body that is sent. */
  requestBody: string;
  /** Each attempt with its response, the latest first. */
  attempts: Array<{
    /** When it happened. */
    date: string;
    /** How long it took, in milliseconds. */
    durationMs: number;
    /** The headers that were sent. */
    requestHeaders: Record<string, string>;
    /** The status of the response; null without one. */
    responseStatus: unknown;
    /** The first 2,000 characters of the response. */
    responseBody: unknown;
    /** Why it counts as failed; null if it arrived. */
    reason: unknown;
  }>;
};

export type WebhookWithSecret = {
  /** The id of the record. */
  id: number;
  /** The address of the record or of the list. */
  href: string;
  /** The organisation that the record belongs to. */
  tenant: {
    /** The address of the record or of the list. */
    href: string;
  };
  /** The address. */
  url: string;
  /** The events. */
  events: Array<"campaign_create" | "campaign_update" | "campaign_status_change" | "campaign_delete" | "campaign_fo_create" | "campaign_fo_update" | "campaign_fo_delete" | "application_create" | "application_update" | "application_status_change" | "application_approve" | "signatory_create" | "signatory_update" | "signatory_delete" | "agreement_sign" | "link_open" | "message_fail" | "property_create" | "property_update" | "property_delete" | "attachment_create" | "attachment_update" | "attachment_delete" | "invoice_create" | "invoice_pay" | "invoice_void" | "refund_create" | "refund_pay" | "refund_fail" | "payment_void">;
  /** Whether it is switched on. */
  active: boolean;
  /** Why it is switched off; null if it is on. */
  disabledReason: "owner" | "failing" | "person-left" | "program-ended" | "secret-ended" | "secret-replaced" | "no-secret" | "scope-ended" | null;
  /** Since when it is switched off. */
  disabledSinceDate: string | null;
  /** Since when no delivery has arrived; null if the last one did. */
  failingSinceDate: string | null;
  /** The full name. */
  displayName: unknown;
  /** When it was created. */
  creationDate: string;
  /** When an event last arrived. */
  lastDeliveryDate: string | null;
  /** The secret for checking signatures. It is only in this answer. */
  secret: string;
};

export type CampaignsListParameters = {
  /** The number of the page, from 1. */
  page?: number;
  /** How many records a page has. More than the endpoint allows counts as the most that it allows. */
  perPage?: number;
  /** The id of the organisation. */
  tenantId?: number;
  /** Only campaigns of this property. */
  propertyId?: number;
  /** Only campaigns of this team member. */
  agentUserId?: number;
  /** Only campaigns with this payer. */
  signatoryUserId?: number;
  /** Only campaigns with one of these statuses. */
  status?: Array<"cancelled" | "rejected" | "draft" | "waiting-invite" | "waiting-info" | "waiting-approval" | "approved" | "signed" | "executed" | "withdrawn" | "waiting-settlement" | "complete">;
  /** Only campaigns with one of these payment options. */
  finance?: Array<"pn" | "pos" | "pl">;
  /** The field by which the list is sorted. */
  sortBy?: "status" | "id" | "campaignPlannedStartDate" | "sentDate";
  /** `1` sorts downwards. */
  sortDesc?: "0" | "1" | "";
  /** `1` for only campaigns that are marked for action. */
  actionSuggested?: "0" | "1" | "";
  /** Only records in which these words occur. */
  textQuery?: string;
  /** Only these campaigns: at most 100 ids with commas between them. */
  ids?: Array<number>;
  /** Only the record with this reference of yours. */
  externalRef?: string;
  /** Reads the list in the order of changes, from this moment on. */
  updatedSince?: string;
  /** Goes on where an answer ended: its `nextCursor`. */
  cursor?: string;
};

export type CampaignsListAnswer = {
  /** The records of this page. */
  items: Array<CampaignRow>;
  /** How many records there are on all pages. */
  totalItems?: number;
  /** True if there are more records than were counted: a search counts to 10,000. */
  isMore?: boolean;
  /** Where the answer ended. Send it as `cursor` to go on, now or later. */
  nextCursor?: string;
  /** Whether there is more to read now. */
  hasMore?: boolean;
};

export type CampaignsGetParameters = {
  /** The id of the campaign. */
  id: number;
};

export type CampaignsSaveParameters = {
  /** The id of the campaign. */
  id: number;
};

export type CampaignsSetStatusParameters = {
  /** The id of the campaign. */
  id: number;
};

export type CampaignsSecondModelGetParameters = {
  /** The id of the campaign. */
  id: number;
};

export type LiveUpdatesEventsParameters = {
  /** The id of the campaign. */
  id: number;
};

export type LiveUpdatesChangedParameters = {
  /** How many seconds back, up to 60. After a longer time `isMore` is true. */
  seconds?: number;
};

export type PayersListParameters = {
  /** The id of the campaign. */
  id: number;
  /** Only the record with this reference of yours. */
  externalRef?: string;
};

export type PayersListAnswer = {
  /** The records of this page. */
  items: Array<Payer>;
};

export type PayersAddParameters = {
  /** The id of the campaign. */
  id: number;
};

export type PayersRemoveParameters = {
  /** The id of the campaign. */
  id: number;
  /** The id of the payer. */
  vendorId: number;
};

export type PayersSendParameters = {
  /** The id of the campaign. */
  id: number;
  /** The id of the payer. */
  vendorId: number;
};

export type PayersPreviewParameters = {
  /** The id of the campaign. */
  id: number;
};

export type PayersPreviewBody = {
  /** The ids of the payers. All payers, if it is left out. */
  vendorIds?: Array<number>;
  /** A note in the message. */
  note?: string | null;
  /** Whether to show the reminder instead of the first message. */
  isReminder?: boolean;
};

export type PayersPreviewAnswer = {
  /** The records of this page. */
  items: Array<{
    /** The id of the payer. */
    vendorId: number;
    /** The full name. */
    displayName: string;
    /** Why nothing would be sent to this payer; null if it would. */
    problem: unknown;
    /** The email; null if none would be sent. */
    email: {
      /** The address or number of the payer. */
      to: string;
      /** The sender. */
      from: string;
      /** Where an answer goes. */
      replyTo: unknown;
      /** The subject. */
      subject: string;
      /** The text. */
      text: string;
    } | null;
    /** The text message; null if none would be sent. */
    sms: {
      /** The address or number of the payer. */
      to: string;
      /** The sender. */
      from: unknown;
      /** The text. */
      text: string;
      /** Of how many parts the text message consists. */
      segments: number;
      /** Whether the note is in the text message. */
      hasNote: boolean;
    } | null;
  }>;
};

export type PayersNudgeParameters = {
  /** The id of the campaign. */
  id: number;
};

export type PayersNudgeBody = {
  /** The ids of the payers. All payers, if it is left out. */
  vendorIds: Array<number>;
  /** A note in the message. */
  note?: string | null;
};

export type PayersSendAllParameters = {
  /** The id of the campaign. */
  id: number;
};

export type SignatoriesListParameters = {
  /** The id of the finance application. */
  financeApplicationId?: number;
  /** The id of the campaign. Can be sent with `updatedSince` and `cursor`. */
  agreementId?: number;
  /** Only the record with this reference of yours. */
  externalRef?: string;
  /** The id of the organisation. */
  tenantId?: number;
  /** How many records a page has. More than the endpoint allows counts as the most that it allows. */
  perPage?: number;
  /** Reads the list in the order of changes, from this moment on. */
  updatedSince?: string;
  /** Goes on where an answer ended: its `nextCursor`. */
  cursor?: string;
};

export type SignatoriesListAnswer = {
  /** The people who sign the agreement of the campaign. */
  signatories: Array<Signatory>;
  /** Where the answer ended. Send it as `cursor` to go on, now or later. */
  nextCursor?: string;
  /** Whether there is more to read now. */
  hasMore?: boolean;
};

export type SignatoriesGetParameters = {
  /** The id of the payer. */
  id: number;
};

export type SignatoriesSaveParameters = {
  /** The id of the payer. */
  id: number;
};

export type SignatoriesRemoveParameters = {
  /** The id of the payer. */
  id: number;
};

export type SignatoriesSendAgreementParameters = {
  /** The id of the payer. */
  id: number;
};

export type PaymentOptionsListParameters = {
  /** The id of the campaign. */
  id: number;
};

export type PaymentOptionsOfferParameters = {
  /** The id of the campaign. */
  id: number;
};

export type PaymentOptionsOfferBody = {
  /** The payment option: `pn` is Pay Upfront, `pos` is Pay On Success, `pl` is Pay Later. */
  optionCode: "pn" | "pos" | "pl";
};

export type PaymentOptionsSaveParameters = {
  /** The id of the campaign. */
  id: number;
  /** The payment option: `pn` is Pay Upfront, `pos` is Pay On Success, `pl` is Pay Later. */
  optionCode: "pn" | "pos" | "pl";
};

export type PaymentOptionsSaveBody = {
  /** Whether days without interest are offered. */
  interestFreeOffered: boolean;
};

export type PaymentOptionsWithdrawParameters = {
  /** The id of the campaign. */
  id: number;
  /** The payment option: `pn` is Pay Upfront, `pos` is Pay On Success, `pl` is Pay Later. */
  optionCode: "pn" | "pos" | "pl";
};

export type PaymentOptionsQuoteParameters = {
  /** The id of the campaign. */
  id: number;
};

export type PaymentOptionsQuoteBody = {
  /** The payment option: `pn` is Pay Upfront, `pos` is Pay On Success, `pl` is Pay Later. */
  financeOptionCode: "pn" | "pos" | "pl";
};

export type PaymentOptionsQuoteAnswer = {
  /** The service fee in dollars. */
  serviceFee: number;
};

export type PaymentOptionsCostsParameters = {
  /** The id of the campaign. */
  id: number;
};

export type PaymentOptionsOfTenantParameters = {
  /** The id of the organisation. */
  tenantId: number;
};

export type PaymentOptionsOfTenantAnswer = {
  /** The records of this page. */
  items: Array<{
    /** The payment option: `pn` is Pay Upfront, `pos` is Pay On Success, `pl` is Pay Later. */
    optionCode: "pn" | "pos" | "pl";
    /** Whether it is switched on. */
    active: boolean;
    /** Whether the option is offered. */
    enabled: boolean;
    /** Whether a new campaign offers the option. */
    offeredByDefault: boolean;
    /** A fee of the organisation that receives the budget, in dollars. */
    budgetOwnerFee: number | null;
    /** What the fee of the organisation is called. */
    budgetOwnerFeeName: unknown;
    /** The service fee in per cent of the budget. */
    serviceFeePercent: number | null;
    /** The interest rate in per cent a year. */
    interestRate?: number | null;
    /** Whether days without interest are offered. */
    interestFreeOffered: boolean;
    /** The days without interest at the start of the loan. */
    interestFreeDays: unknown;
    /** The last day on which the interest-free offer can be accepted. */
    interestFreeOfferExpiryDate: string | null;
  }>;
};

export type LoansGetParameters = {
  /** The id of the campaign. */
  id: number;
  /** The balance on this day. */
  date?: string;
};

export type LoansTermsParameters = {
  /** The id of the campaign. */
  id: number;
};

export type LoansDownloadInvoiceParameters = {
  /** The id of the campaign. */
  id: number;
};

export type PaymentsDetailsParameters = {
  /** The id of the campaign. */
  id: number;
};

export type PaymentsListParameters = {
  /** The id of the campaign. */
  id: number;
};

export type PaymentsListAnswer = {
  /** The records of this page. */
  items: Array<{
    /** The id of the record. */
    id: number;
    /** The address of the record or of the list. */
    href: string;
    /** The campaign. */
    agreement: {
      /** The address of the record or of the list. */
      href: string;
    };
    /** The kind. */
    kind: "upfront" | "service-fee" | "repayment";
    /** The number of the payment on receipts. */
    paymentNumber: string;
    /** The status of the record. */
    status: "pending" | "approved" | "voided";
    /** When it was paid. */
    paymentDate: string;
    /** When the payment was approved. */
    approvalDate: string | null;
    /** When it was voided. */
    voidDate: string | null;
    /** Why it was voided. */
    voidReason: unknown;
    /** Whether a refund was asked for and has no outcome yet. */
    isBeingVoided: boolean;
    /** The amount in dollars. */
    amount: number;
    /** The service fee in dollars. */
    serviceFee: number;
    /** The surcharge in dollars. */
    surcharge: number;
    /** What was refunded of it in part, also what is asked for, with the fees that were kept, in dollars. */
    refundedAmount: number;
    /** The fees that were kept of its refunds, in dollars. */
    refundFee: number;
    /** How it was paid. */
    paymentMethod: "card" | "direct-deposit" | "manual";
    /** The description. */
    description: unknown;
    /** The reference of the payment at the card provider. */
    paymentGatewayRef: unknown;
    /** Always null. Card details are never stored. */
    cardToken: null;
    /** The card; null if it was paid in another way. */
    card: {
      /** The card scheme. */
      scheme: "visa" | "mastercard" | "unionpay" | "amex" | "jcb" | "other";
      /** The kind of the card. */
      funding: "credit" | "debit" | "prepaid" | "unknown";
      /** The last four digits of the card. */
      last4: string;
      /** The wallet that the card came from; null if the card was typed. */
      wallet: "apple-pay" | "google-pay" | null;
    } | null;
    /** Where the receipt is sent. */
    receiptEmail: unknown;
    /** Who paid. */
    paidByName: unknown;
    /** Whether it may be voided now. */
    mayVoid: boolean;
    /** The most that can be refunded in part now, in dollars. */
    refundableAmount: number;
    /** The parts of it that went back, the oldest first. */
    refunds: Array<{
      /** The id of the record. */
      id: number;
      /** When it happened. */
      date: string;
      /** The status of the record. */
      status: "requested" | "made" | "refused" | "failed";
      /** The amount in dollars. */
      amount: number;
      /** What was kept of it, in dollars. */
      fee: number;
      /** The reason, in words. Needed to request information and to decline. */
      reason: string;
      /** Who asked for the refund. */
      requestedByName: unknown;
    }>;
  }>;
};

export type PaymentsInvoicesParameters = {
  /** The id of the campaign. */
  id: number;
};

export type PaymentsInvoicesAnswer = {
  /** The records of this page. */
  items: Array<{
    /** The id of the record. */
    id: number;
    /** The address of the record or of the list. */
    href: string;
    /** The campaign. */
    agreement: {
      /** The address of the record or of the list. */
      href: string;
    };
    /** The kind of the record. */
    type: string;
    /** The status of the record. */
    status: "draft" | "issued" | "paid" | "voided";
    /** The day on which it was issued. */
    issueDate: string | null;
    /** The day on which it is due. */
    dueDate: string | null;
    /** When it was voided. */
    voidDate: string | null;
    /** The amount in dollars. */
    amount: number;
    /** What was paid, in dollars. */
    paidAmount: number;
    /** What is still to be paid, in dollars. */
    unpaidAmount: number;
    /** Whether a payment of it has no outcome yet. */
    hasUnapprovedPayments: boolean;
    /** The lines. */
    lines: Array<{
      /** The place in the list. */
      displayOrder: number;
      /** The kind of the record. */
      type: "sale" | "tax" | "fee" | "repaymt" | "int" | "disc";
      /** The amount in dollars. */
      amount: number;
      /** The description. */
      description: string;
    }>;
    /** How to pay by bank transfer; null if it is not possible. */
    directDepositInstructions: {
      /** The name of the account. */
      accountName: string;
      /** The BSB; null in New Zealand. */
      bsbNumber: unknown;
      /** The number of the account. */
      accountNumber: string;
      /** The PayID of the account, for an instant payment; null if there is none. */
      payId: unknown;
      /** The reference that the payer must state. */
      reference: string;
    } | null;
    /** Whether it may be voided now. */
    mayVoid: boolean;
  }>;
};

export type AccountingInvoicesParameters = {
  /** The id of the organisation. */
  tenantId?: number;
  /** The id of the campaign. Can be sent with `updatedSince` and `cursor`. */
  agreementId?: number;
  /** Reads the list in the order of changes, from this moment on. */
  updatedSince?: string;
  /** Goes on where an answer ended: its `nextCursor`. */
  cursor?: string;
  /** How many records a page has. More than the endpoint allows counts as the most that it allows. */
  perPage?: number;
};

export type AccountingInvoicesAnswer = {
  /** The records of this page. */
  items: Array<AccountingInvoice>;
  /** Where the answer ended. Send it as `cursor` to go on, now or later. */
  nextCursor: string;
  /** Whether there is more to read now. */
  hasMore: boolean;
};

export type AccountingPaymentsParameters = {
  /** The id of the organisation. */
  tenantId?: number;
  /** The id of the campaign. Can be sent with `updatedSince` and `cursor`. */
  agreementId?: number;
  /** Reads the list in the order of changes, from this moment on. */
  updatedSince?: string;
  /** Goes on where an answer ended: its `nextCursor`. */
  cursor?: string;
  /** How many records a page has. More than the endpoint allows counts as the most that it allows. */
  perPage?: number;
};

export type AccountingPaymentsAnswer = {
  /** The records of this page. */
  items: Array<Payment>;
  /** Where the answer ended. Send it as `cursor` to go on, now or later. */
  nextCursor: string;
  /** Whether there is more to read now. */
  hasMore: boolean;
};

export type AccountingExportInvoicesParameters = {
  /** The id of the organisation. */
  tenantId?: number;
  /** The first day of the period. */
  from?: string;
  /** The last day of the period. */
  to?: string;
};

export type AccountingExportPaymentsParameters = {
  /** The id of the organisation. */
  tenantId?: number;
  /** The first day of the period. */
  from?: string;
  /** The last day of the period. */
  to?: string;
};

export type AccountingRemittancesParameters = {
  /** The id of the organisation. */
  tenantId: number;
  /** Only months before this one. */
  before?: string;
  /** Reads the list in the order of changes, from this moment on. */
  updatedSince?: string;
  /** Goes on where an answer ended: its `nextCursor`. */
  cursor?: string;
};

export type AccountingExportRemittancesParameters = {
  /** The id of the organisation. */
  tenantId: number;
  /** The month, such as `2026-11`. */
  month?: string;
  /** The number of the batch payment. */
  batch?: number;
};

export type AccountingRemittancePdfParameters = {
  /** The id of the organisation. */
  tenantId: number;
  /** The month, such as `2026-11`. */
  month?: string;
  /** The number of the batch payment. */
  batch?: number;
};

export type MoneyOfACampaignMoneyParameters = {
  /** The id of the campaign. */
  id: number;
};

export type LoanAccountsGetParameters = {
  /** The id of the campaign. */
  id: number;
  /** The balance on this day. */
  date?: string;
};

export type LoanAccountsStatementParameters = {
  /** The id of the campaign. */
  id: number;
  /** The first day of the period. */
  from?: string;
  /** The last day of the period. */
  to?: string;
};

export type LoanAccountsStatementPdfParameters = {
  /** The id of the campaign. */
  id: number;
  /** The first day of the period. */
  from?: string;
  /** The last day of the period. */
  to?: string;
};

export type ReceiptsConfirmationParameters = {
  /** The id of the campaign. */
  id: number;
};

export type ReceiptsInvoiceParameters = {
  /** The id of the invoice. */
  id: number;
};

export type DashboardFilterParameters = {
  /** The id of the organisation. */
  tenantId?: number;
  /** Only records in which these words occur. */
  textQuery?: string;
};

export type DashboardFilterAnswer = Array<{
  /** The id of the record. */
  id: number;
  /** The address of the record or of the list. */
  href: string;
  /** The name of the record. */
  name: string;
  /** The status of the record. */
  status: "cancelled" | "rejected" | "draft" | "waiting-invite" | "waiting-info" | "waiting-approval" | "approved" | "signed" | "executed" | "withdrawn" | "waiting-settlement" | "complete";
  /** The organisation that the record belongs to. */
  tenant: {
    /** The address of the record or of the list. */
    href: string;
  };
  /** The name of the organisation. */
  tenantName: string;
  /** The time zone of the organisation. The days of its campaigns are days there. */
  tenantTimeZone: string;
  /** The name of the team member who is responsible for the campaign. */
  agentUserName: unknown;
  /** What the budget is for: marketing, styling or a deposit. */
  campaignBudgetFundsPurpose: "marketing" | "styling" | "deposit";
  /** When the campaign was last changed. */
  lastUpdateDate: string;
  /** How much of what is due was paid: nothing, a part, all, or a refund is on its way. */
  paymentState: "none" | "part" | "paid" | "refunding";
  /** How the campaign was paid upfront; before that, how the payer chose to pay. */
  paymentWay: "bank-transfer" | "credit-card" | null;
  /** Whether the team has marked the campaign for action. */
  actionSuggested?: boolean;
  /** When the status last changed. */
  statusLastUpdate: string | null;
  /** The payment option: `pn` is Pay Upfront, `pos` is Pay On Success, `pl` is Pay Later. */
  financeOptionCode: "pn" | "pos" | "pl" | null;
  /** The budget of the campaign in dollars. */
  campaignBudget: number | null;
  /** The day on which the campaign is planned to start. */
  campaignPlannedStartDate: string | null;
  /** When it was first sent to a payer; null if it was not sent. */
  sentDate: string | null;
  /** When the payers submitted their application. */
  applicationSubmitDate: string | null;
  /** When the application was approved. */
  applicationApprovedDate: string | null;
  /** The day of the auction. */
  auctionDate: string | null;
  /** The day on which the sale of the property settles. */
  propertySettlementDate: string | null;
  /** The day on which the property was withdrawn from sale. */
  propertyWithdrawnFromSaleDate: string | null;
}>;

export type DashboardFundedParameters = {
  /** The id of the organisation. */
  tenantId?: number;
};

export type DashboardFundedAnswer = {
  /** The name for people. */
  label: string;
  /** The sum in dollars. */
  total: number;
  /** The number of campaigns. */
  campaigns: number;
  /** The day up to which it is counted. */
  asOf: string;
  /** The same of the financial year before. */
  lastYear: {
    /** The name for people. */
    label: string;
    /** The sum in dollars. */
    total: number;
    /** The sum up to the same day of that year, in dollars. */
    totalToDate: number;
    /** The number of campaigns. */
    campaigns: number;
  };
  /** The months of the financial year. */
  months: Array<{
    /** The month. */
    month: string;
    /** The sum in dollars. */
    total: number;
    /** The sum of the same month of the year before, in dollars. */
    lastYearTotal: number;
  }>;
};

export type DashboardTeamParameters = {
  /** The id of the organisation. */
  tenantId?: number;
  /** How long before today the campaigns were sent: 30 days, 3 months or 12 months. */
  period?: "month" | "quarter" | "year";
};

export type DashboardTeamAnswer = {
  /** The people who were found; empty for a program. */
  people: Array<{
    /** The team member; null for campaigns of nobody. */
    agentUserId: number | null;
    /** The name of the record. */
    name: unknown;
    /** How many campaigns were sent. */
    sent: number;
    /** How many of them were signed, or paid upfront. */
    signed: number;
    /** How many of them were funded. */
    funded: number;
    /** The days within which half of the signed campaigns were signed; null if none was. */
    medianDays: unknown;
  }>;
  /** How many campaigns have reached each step, or a later one. */
  funnel: Array<{
    /** What the payer did. */
    step: "sent" | "opened" | "chosen" | "signed" | "funded";
    /** The number of campaigns. */
    campaigns: number;
  }>;
  /** The days within which half of the signed campaigns were signed; null if none was. */
  medianDays: unknown;
  /** The signed campaigns by the days from sent to signed. */
  signingTimes: Array<{
    /** The sender. */
    from: number;
    /** The address or number of the payer. */
    to: unknown;
    /** The number of campaigns. */
    campaigns: number;
  }>;
  /** What the organisation waits for; null for people who may not see it. */
  money: {
    /** The money that is lent for campaigns of the organisation. */
    onLoan: {
      /** The number of campaigns. */
      campaigns: number;
      /** The amount in dollars. */
      amount: number;
    };
    /** What is due now, in dollars. */
    due: {
      /** The number of campaigns. */
      campaigns: number;
      /** The amount in dollars. */
      amount: number;
    };
    /** What is due on a later day. */
    toCome: {
      /** The number of campaigns. */
      campaigns: number;
      /** The amount in dollars. */
      amount: number;
    };
    /** What is in a batch that is not transferred yet. */
    inBatch: {
      /** The number of campaigns. */
      campaigns: number;
      /** The amount in dollars. */
      amount: number;
    };
    /** The day of the next payment to the organisation; null if none is planned. */
    nextPaymentDate: string | null;
  } | null;
};

export type NeedsCountsAnswer = {
  /** The records of this page. */
  items: Array<{
    /** The name of the record. */
    name: "pastDue" | "toApprove" | "toFund" | "payments" | "toReturn" | "settlements" | "followUps" | "drafts" | "batches" | "bankLines" | "loanRequests" | "movements";
    /** How many there are, at most 99. */
    count: number;
    /** True if there are more records than were counted: a search counts to 10,000. */
    isMore: boolean;
  }>;
};

export type NeedsListParameters = {
  /** The name of the group. */
  need: "pastDue" | "toApprove" | "toFund" | "payments" | "toReturn" | "settlements" | "followUps" | "drafts";
};

export type NeedsListAnswer = {
  /** The records of this page. */
  items: Array<{
    /** The id of the record. */
    id: number;
    /** The address of the record or of the list. */
    href: string;
    /** The name of the record. */
    name: string;
    /** The status of the record. */
    status: "cancelled" | "rejected" | "draft" | "waiting-invite" | "waiting-info" | "waiting-approval" | "approved" | "signed" | "executed" | "withdrawn" | "waiting-settlement" | "complete";
    /** The organisation that the record belongs to. */
    tenant: {
      /** The address of the record or of the list. */
      href: string;
    };
    /** The name of the organisation. */
    tenantName: string;
    /** The time zone of the organisation. The days of its campaigns are days there. */
    tenantTimeZone: string;
    /** The name of the team member who is responsible for the campaign. */
    agentUserName: unknown;
    /** What the budget is for: marketing, styling or a deposit. */
    campaignBudgetFundsPurpose: "marketing" | "styling" | "deposit";
    /** When the campaign was last changed. */
    lastUpdateDate: string;
    /** How much of what is due was paid: nothing, a part, all, or a refund is on its way. */
    paymentState: "none" | "part" | "paid" | "refunding";
    /** How the campaign was paid upfront; before that, how the payer chose to pay. */
    paymentWay: "bank-transfer" | "credit-card" | null;
    /** Whether the team has marked the campaign for action. */
    actionSuggested?: boolean;
    /** When the status last changed. */
    statusLastUpdate: string | null;
    /** The payment option: `pn` is Pay Upfront, `pos` is Pay On Success, `pl` is Pay Later. */
    financeOptionCode: "pn" | "pos" | "pl" | null;
    /** The budget of the campaign in dollars. */
    campaignBudget: number | null;
    /** The day on which the campaign is planned to start. */
    campaignPlannedStartDate: string | null;
    /** When it was first sent to a payer; null if it was not sent. */
    sentDate: string | null;
    /** When the payers submitted their application. */
    applicationSubmitDate: string | null;
    /** When the application was approved. */
    applicationApprovedDate: string | null;
    /** The day of the auction. */
    auctionDate: string | null;
    /** The day on which the sale of the property settles. */
    propertySettlementDate: string | null;
    /** The day on which the property was withdrawn from sale. */
    propertyWithdrawnFromSaleDate: string | null;
  }>;
};

export type SearchSearchParameters = {
  /** The beginning of a word of an address or a name, or a Flow No. */
  text?: string;
};

export type SearchSearchAnswer = {
  /** The number of campaigns. */
  campaigns: Array<{
    /** The id of the record. */
    id: number;
    /** The id of the organisation. */
    tenantId: number;
    /** The name of the record. */
    name: string;
    /** The status of the record. */
    status: "cancelled" | "rejected" | "draft" | "waiting-invite" | "waiting-info" | "waiting-approval" | "approved" | "signed" | "executed" | "withdrawn" | "waiting-settlement" | "complete";
    /** What the budget is for: marketing, styling or a deposit. */
    campaignBudgetFundsPurpose: "marketing" | "styling" | "deposit";
    /** The name of the organisation. */
    tenantName: string;
    /** The names of the payers. */
    payers: Array<string>;
  }>;
  /** The people who were found; empty for a program. */
  people: Array<{
    /** The id of the record. */
    id: number;
    /** The full name. */
    displayName: string;
    /** The email address. */
    emailAddress: string;
  }>;
  /** The organisations that were found. */
  organisations: Array<{
    /** The id of the record. */
    id: number;
    /** The name of the record. */
    name: string;
  }>;
};

export type PropertiesListParameters = {
  /** The number of the page, from 1. */
  page?: number;
  /** How many records a page has. More than the endpoint allows counts as the most that it allows. */
  perPage?: number;
  /** The address, or its beginning. */
  address?: string;
  /** The id of the organisation. */
  tenantId?: number;
  /** Reads the list in the order of changes, from this moment on. */
  updatedSince?: string;
  /** Goes on where an answer ended: its `nextCursor`. */
  cursor?: string;
};

export type PropertiesListAnswer = {
  /** The records of this page. */
  items: Array<Property>;
  /** How many records there are on all pages. */
  totalItems?: number;
  /** True if there are more records than were counted: a search counts to 10,000. */
  isMore?: boolean;
  /** Where the answer ended. Send it as `cursor` to go on, now or later. */
  nextCursor?: string;
  /** Whether there is more to read now. */
  hasMore?: boolean;
};

export type PropertiesGetParameters = {
  /** The id of the property. */
  id: number;
};

export type PropertiesSaveParameters = {
  /** The id of the property. */
  id: number;
};

export type PropertiesSuggestParameters = {
  /** The beginning of an address. */
  partialAddress: string;
};

export type PropertiesSuggestAnswer = {
  /** The records of this page. */
  items: Array<{
    /** Number and street. */
    address: string;
    /** The second line of the address, for example a unit. */
    address2: unknown;
    /** The suburb or town. */
    city: string;
    /** The state; none in New Zealand. */
    state: unknown;
    /** The postcode. */
    postalCode: string;
  }>;
};

export type PropertiesAddParameters = {
  /** The id of the campaign. */
  id: number;
};

export type PropertiesSimilarParameters = {
  /** The id of the campaign. */
  id: number;
  /** The address, or its beginning. */
  address?: string;
  /** The street without the number. */
  street?: string;
  /** The second line of the address. */
  address2?: string;
  /** The third line of the address. */
  address3?: string;
  /** The suburb or town. */
  city?: string;
  /** The postcode. */
  postalCode?: string;
};

export type PropertiesSimilarAnswer = {
  /** The records of this page. */
  items: Array<{
    /** The id of the record. */
    id: number;
    /** The address of the record or of the list. */
    href: string;
    /** The name of the record. */
    name: string;
    /** The status of the record. */
    status: "cancelled" | "rejected" | "draft" | "waiting-invite" | "waiting-info" | "waiting-approval" | "approved" | "signed" | "executed" | "withdrawn" | "waiting-settlement" | "complete";
    /** The status in words. */
    statusLabel: string;
    /** The organisation that the record belongs to. */
    tenant: {
      /** The address of the record or of the list. */
      href: string;
    };
  }>;
};

export type PropertyPhotosReadParameters = {
  /** The id of the campaign. */
  id: number;
  /** The width in pixels. */
  width?: "320" | "640" | "1280";
  /** The version of the picture, for caches. Any text. */
  v?: string;
};

export type PropertyPhotosSetParameters = {
  /** The id of the campaign. */
  id: number;
};

export type PropertyPhotosSetBody = {
  /** The uploaded file. */
  asset: {
    /** The address of the record or of the list. */
    href: string;
  };
};

export type PropertyPhotosSetAnswer = {
  /** The address of the record or of the list. */
  href: string;
  /** The words for people who do not see the picture. */
  alt: string;
};

export type PropertyPhotosRemoveParameters = {
  /** The id of the campaign. */
  id: number;
};

export type DocumentsUploadBody = {
  /** The id of the organisation that the file is for */
  tenantId: number;
  /** The file */
  asset: Blob;
  /** `portrait` for a person, `photo` for a property, `logo` for a logo; else a document */
  assetTransform?: string;
  /** The only purpose that the document may be filed under */
  purpose?: "lending-agreement" | "marketing" | "marketing-vendor" | "property-photo" | "supporting-doc" | "internal-doc" | "vendor-id" | "upfront-payment-receipt";
};

export type DocumentsDownloadParameters = {
  /** The id of the file. */
  id: number;
};

export type DocumentsThumbnailParameters = {
  /** The id of the file. */
  id: number;
};

export type DocumentsListParameters = {
  /** The id of the campaign. Can be sent with `updatedSince` and `cursor`. */
  agreementId?: number;
  /** Only documents with this purpose. */
  purpose?: string;
  /** Only the record with this reference of yours. */
  externalRef?: string;
  /** The id of the organisation. */
  tenantId?: number;
  /** How many records a page has. More than the endpoint allows counts as the most that it allows. */
  perPage?: number;
  /** Reads the list in the order of changes, from this moment on. */
  updatedSince?: string;
  /** Goes on where an answer ended: its `nextCursor`. */
  cursor?: string;
};

export type DocumentsListAnswer = {
  /** The records of this page. */
  items: Array<Document>;
  /** Where the answer ended. Send it as `cursor` to go on, now or later. */
  nextCursor?: string;
  /** Whether there is more to read now. */
  hasMore?: boolean;
};

export type DocumentsGetParameters = {
  /** The id of the document. */
  id: number;
};

export type DocumentsRefileParameters = {
  /** The id of the document. */
  id: number;
};

export type DocumentsRemoveParameters = {
  /** The id of the document. */
  id: number;
};

export type OrganisationsListParameters = {
  /** The number of the page, from 1. */
  page?: number;
  /** How many records a page has. More than the endpoint allows counts as the most that it allows. */
  perPage?: number;
  /** The field by which the list is sorted. */
  sortBy?: "name" | "lastAgreementCreateDate";
  /** `1` sorts downwards. */
  sortDesc?: "0" | "1" | "";
  /** Only records in which these words occur. */
  textQuery?: string;
  /** Reads the list in the order of changes, from this moment on. */
  updatedSince?: string;
  /** Goes on where an answer ended: its `nextCursor`. */
  cursor?: string;
};

export type OrganisationsListAnswer = {
  /** The records of this page. */
  items: Array<Organisation>;
  /** How many records there are on all pages. */
  totalItems?: number;
  /** Where the answer ended. Send it as `cursor` to go on, now or later. */
  nextCursor?: string;
  /** Whether there is more to read now. */
  hasMore?: boolean;
  /** The records that are no longer there, in a list that is read in the order of changes. */
  removed?: Array<{
    /** The address of the record or of the list. */
    href: string;
    /** The id of the record. */
    id: number;
  }>;
};

export type OrganisationsGetParameters = {
  /** The id of the organisation. */
  tenantId: number;
};

export type OrganisationSettingsReadParameters = {
  /** The id of the organisation. */
  tenantId: number;
};

export type OrganisationSettingsLogoParameters = {
  /** The id of the organisation. */
  tenantId: number;
  /** `1` for the logo that waits for approval. */
  draft?: "0" | "1" | "";
  /** Which size of the logo. */
  size?: "full" | "small";
  /** The version of the picture, for caches. Any text. */
  v?: string;
};

export type OwnWebsiteButtonParameters = {
  /** The id of the campaign. */
  id: number;
};

export type OwnWebsiteMakeButtonParameters = {
  /** The id of the campaign. */
  id: number;
};

export type OwnWebsiteEndButtonParameters = {
  /** The id of the campaign. */
  id: number;
};

export type WebhooksListParameters = {
  /** The id of the organisation. */
  tenantId: number;
  /** Reads the list in the order of changes, from this moment on. */
  updatedSince?: string;
  /** Goes on where an answer ended: its `nextCursor`. */
  cursor?: string;
};

export type WebhooksListAnswer = {
  /** The records of this page. */
  items: Array<Webhook>;
  /** The records that are no longer there, in a list that is read in the order of changes. */
  removed?: Array<{
    /** The address of the record or of the list. */
    href: string;
    /** The id of the record. */
    id: number;
  }>;
  /** Where the answer ended. Send it as `cursor` to go on, now or later. */
  nextCursor?: string;
  /** Whether there is more to read now. */
  hasMore?: boolean;
};

export type WebhooksCreateParameters = {
  /** The id of the organisation. */
  tenantId: number;
};

export type WebhooksGetParameters = {
  /** The id of the webhook. */
  webhookId: number;
};

export type WebhooksSaveParameters = {
  /** The id of the webhook. */
  webhookId: number;
};

export type WebhooksDeleteParameters = {
  /** The id of the webhook. */
  webhookId: number;
};

export type WebhooksRotateParameters = {
  /** The id of the webhook. */
  webhookId: number;
};

export type WebhooksTestParameters = {
  /** The id of the webhook. */
  webhookId: number;
};

export type WebhooksDeliveriesParameters = {
  /** The id of the webhook. */
  webhookId: number;
  /** The number of the page, from 1. */
  page?: number;
  /** How many records a page has. More than the endpoint allows counts as the most that it allows. */
  perPage?: number;
  /** Only deliveries in this state. */
  state?: "waiting" | "delivered" | "failed";
  /** Reads the list in the order of changes, from this moment on. */
  updatedSince?: string;
  /** Goes on where an answer ended: its `nextCursor`. */
  cursor?: string;
};

export type WebhooksDeliveriesAnswer = {
  /** The records of this page. */
  items: Array<WebhookDelivery>;
  /** How many records there are on all pages. */
  totalItems?: number;
  /** Where the answer ended. Send it as `cursor` to go on, now or later. */
  nextCursor?: string;
  /** Whether there is more to read now. */
  hasMore?: boolean;
};

export type WebhooksResendParameters = {
  /** The id of the delivery. */
  deliveryId: number;
};

export type WebhooksReplayParameters = {
  /** The id of the webhook. */
  webhookId: number;
};

export type EventsListParameters = {
  /** The id of the organisation. */
  tenantId?: number;
  /** Only events from this moment on. A cursor goes before it. */
  since?: string;
  /** Goes on where an answer ended: its `nextCursor`. */
  cursor?: string;
  /** How many records a page has. More than the endpoint allows counts as the most that it allows. */
  perPage?: number;
  /** Only these events. */
  type?: Array<"campaign_create" | "campaign_update" | "campaign_status_change" | "campaign_delete" | "campaign_fo_create" | "campaign_fo_update" | "campaign_fo_delete" | "application_create" | "application_update" | "application_status_change" | "application_approve" | "signatory_create" | "signatory_update" | "signatory_delete" | "agreement_sign" | "link_open" | "message_fail" | "property_create" | "property_update" | "property_delete" | "attachment_create" | "attachment_update" | "attachment_delete" | "invoice_create" | "invoice_pay" | "invoice_void" | "refund_create" | "refund_pay" | "refund_fail" | "payment_void">;
};

export type TimeZonesListParameters = {
  /** The number of the page, from 1. */
  page?: number;
  /** How many records a page has. More than the endpoint allows counts as the most that it allows. */
  perPage?: number;
};

export type TeamListParameters = {
  /** The id of the organisation. */
  tenantId: number;
  /** Reads the list in the order of changes, from this moment on. */
  updatedSince?: string;
  /** Goes on where an answer ended: its `nextCursor`. */
  cursor?: string;
  /** How many records a page has. More than the endpoint allows counts as the most that it allows. */
  perPage?: number;
};

export type TeamListAnswer = {
  /** The records of this page. */
  items: Array<{
    /** The address of the record or of the list. */
    href: string;
    /** The id of the account. */
    userId: number;
    /** The account. */
    user: {
      /** The address of the record or of the list. */
      href: string;
    };
    /** The organisation that the record belongs to. */
    tenant: {
      /** The address of the record or of the list. */
      href: string;
    };
    /** The full name. */
    displayName: string;
    /** The first name. */
    firstName: string;
    /** The surname. */
    surname: string;
    /** The email address. */
    emailAddress: string;
    /** The mobile number. */
    mobilePhone: unknown;
    /** The job title. */
    jobTitle: unknown;
    /** The address of the picture; null without one. */
    profilePictureHref: unknown;
    /** Whether the person manages the organisation or is an employee. */
    tenantUserType: "manager" | "employee";
    /** Whether the person gets the notices about all campaigns of the organisation. */
    receivesAllAgentNotices: boolean;
    /** Whether the person gets the notices about invoices. */
    receivesBillingEmailNotices: boolean;
    /** Whether you may change the details of the person. */
    detailsEditable: boolean;
  }>;
  /** The records that are no longer there, in a list that is read in the order of changes. */
  removed?: Array<{
    /** The address of the record or of the list. */
    href: string;
    /** The id of the account. */
    userId: number;
  }>;
  /** Where the answer ended. Send it as `cursor` to go on, now or later. */
  nextCursor?: string;
  /** Whether there is more to read now. */
  hasMore?: boolean;
};

export type PeoplePictureParameters = {
  /** The id of the account. */
  id: number;
};

/** Every call of the API. */
export interface Operations {
  /** Who the caller is. */
  session: {
    /** Read the signed-in user. */
    read: (options?: CallOptions) => Promise<Session>;
  };
  /** A campaign is the marketing of one sale: its budget, payers, documents and money. Paths call it agreement. */
  campaigns: {
    /** List the campaigns that you may see, in pages. */
    list: (parameters?: CampaignsListParameters, options?: CallOptions) => Promise<CampaignsListAnswer>;
    /** Create a campaign. */
    create: (body: NewCampaign, options?: CallOptions) => Promise<Campaign>;
    /** Read a campaign. */
    get: (parameters: CampaignsGetParameters, options?: CallOptions) => Promise<Campaign>;
    /** Change all or some fields of a campaign. */
    save: (parameters: CampaignsSaveParameters, body: CampaignChange, options?: CallOptions) => Promise<Campaign>;
    /** Change the status of a campaign. */
    setStatus: (parameters: CampaignsSetStatusParameters, body: StatusChange, options?: CallOptions) => Promise<ChangedStatus>;
  };
  /** Campaigns with fewer statuses. */
  campaignsSecondModel: {
    /** Read a campaign in the second model. */
    get: (parameters: CampaignsSecondModelGetParameters, options?: CallOptions) => Promise<CampaignInSecondModel>;
  };
  /** What happens to a campaign, at once. */
  liveUpdates: {
    /** Follow what happens to a campaign: a stream of server-sent events, or as JSON what happened since the Last-Event-ID. */
    events: (parameters: LiveUpdatesEventsParameters, options?: CallOptions) => Promise<CampaignEvents>;
    /** Follow which of your campaigns change, for lists: a stream of server-sent events, or as JSON those of the last seconds. */
    changed: (parameters?: LiveUpdatesChangedParameters, options?: CallOptions) => Promise<ChangedCampaigns>;
  };
  /** The people who pay for a campaign. Paths also call them vendors. */
  payers: {
    /** List the payers of a campaign. */
    list: (parameters: PayersListParameters, options?: CallOptions) => Promise<PayersListAnswer>;
    /** Add a payer. */
    add: (parameters: PayersAddParameters, body: NewPayer, options?: CallOptions) => Promise<Payer>;
    /** Remove a payer who has not signed. */
    remove: (parameters: PayersRemoveParameters, options?: CallOptions) => Promise<void>;
    /** Send one payer their Payment URL. */
    send: (parameters: PayersSendParameters, options?: CallOptions) => Promise<Payer>;
    /** Show the messages that sending would send; nothing is sent or stored. */
    preview: (parameters: PayersPreviewParameters, body: PayersPreviewBody, options?: CallOptions) => Promise<PayersPreviewAnswer>;
    /** Remind payers who have not opened their link for some days. */
    nudge: (parameters: PayersNudgeParameters, body: PayersNudgeBody, options?: CallOptions) => Promise<SendingOutcome>;
    /** Send all payers, or the named ones, their Payment URLs, with a note if there is one. */
    sendAll: (parameters: PayersSendAllParameters, body: Sending, options?: CallOptions) => Promise<SendingOutcome>;
  };
  /** Payers with the details that the agreement needs. */
  signatories: {
    /** List the signatories of a finance application or a campaign. */
    list: (parameters?: SignatoriesListParameters, options?: CallOptions) => Promise<SignatoriesListAnswer>;
    /** Add a signatory to a campaign. */
    create: (body: NewSignatory, options?: CallOptions) => Promise<Signatory>;
    /** Read a signatory. */
    get: (parameters: SignatoriesGetParameters, options?: CallOptions) => Promise<Signatory>;
    /** Change details of a signatory. */
    save: (parameters: SignatoriesSaveParameters, body: SignatoryChange, options?: CallOptions) => Promise<Signatory>;
    /** Remove a signatory who has not signed. */
    remove: (parameters: SignatoriesRemoveParameters, options?: CallOptions) => Promise<void>;
    /** Send a signatory the signed agreement, or the link to sign it. */
    sendAgreement: (parameters: SignatoriesSendAgreementParameters, options?: CallOptions) => Promise<Signatory>;
  };
  /** Pay Upfront, Pay On Success and Pay Later for one campaign. */
  paymentOptions: {
    /** List the payment options that a campaign offers. */
    list: (parameters: PaymentOptionsListParameters, options?: CallOptions) => Promise<CampaignOptions>;
    /** Offer a payment option. */
    offer: (parameters: PaymentOptionsOfferParameters, body: PaymentOptionsOfferBody, options?: CallOptions) => Promise<CampaignOptions>;
    /** Switch the interest-free offer of a payment option on or off. */
    save: (parameters: PaymentOptionsSaveParameters, body: PaymentOptionsSaveBody, options?: CallOptions) => Promise<CampaignOptions>;
    /** Stop offering a payment option. */
    withdraw: (parameters: PaymentOptionsWithdrawParameters, options?: CallOptions) => Promise<CampaignOptions>;
    /** Quote the cost of Pay On Success. */
    quote: (parameters: PaymentOptionsQuoteParameters, body: PaymentOptionsQuoteBody, options?: CallOptions) => Promise<PaymentOptionsQuoteAnswer>;
    /** Read the cost of each offered way of paying, in dollars. */
    costs: (parameters: PaymentOptionsCostsParameters, options?: CallOptions) => Promise<Costs>;
    /** List the payment options of an organisation. */
    ofTenant: (parameters: PaymentOptionsOfTenantParameters, options?: CallOptions) => Promise<PaymentOptionsOfTenantAnswer>;
  };
  /** The loan of a campaign. */
  loans: {
    /** Read the loan of a campaign: balance today and on a date, dates, rules, reminders, timeline. */
    get: (parameters: LoansGetParameters, options?: CallOptions) => Promise<Loan>;
    /** Read the terms that the payer of a campaign agrees to. */
    terms: (parameters: LoansTermsParameters, options?: CallOptions) => Promise<FinanceTerms>;
    /** Download the last loan invoice as a PDF, or a preview of today’s. */
    downloadInvoice: (parameters: LoansDownloadInvoiceParameters, options?: CallOptions) => Promise<Response>;
  };
  /** Payments and invoices of a campaign. */
  payments: {
    /** Read the amount to pay now and the ways to pay it. */
    details: (parameters: PaymentsDetailsParameters, options?: CallOptions) => Promise<PaymentDetails>;
    /** List the payments of a campaign, the newest first. */
    list: (parameters: PaymentsListParameters, options?: CallOptions) => Promise<PaymentsListAnswer>;
    /** List the invoices of a campaign, the newest first. */
    invoices: (parameters: PaymentsInvoicesParameters, options?: CallOptions) => Promise<PaymentsInvoicesAnswer>;
  };
  /** Payments, invoices and remittance advices of all campaigns, for the books of an organisation. */
  accounting: {
    /** List the invoices of an organisation’s campaigns in the order of their changes. */
    invoices: (parameters?: AccountingInvoicesParameters, options?: CallOptions) => Promise<AccountingInvoicesAnswer>;
    /** List the payments of an organisation’s campaigns in the order of their changes. */
    payments: (parameters?: AccountingPaymentsParameters, options?: CallOptions) => Promise<AccountingPaymentsAnswer>;
    /** Download the invoices as a spreadsheet, with their tax. */
    exportInvoices: (parameters?: AccountingExportInvoicesParameters, options?: CallOptions) => Promise<Response>;
    /** Download the payments as a spreadsheet, with their tax. */
    exportPayments: (parameters?: AccountingExportPaymentsParameters, options?: CallOptions) => Promise<Response>;
    /** List the months and the batch payments in which an organisation was paid, the newest month first. */
    remittances: (parameters: AccountingRemittancesParameters, options?: CallOptions) => Promise<Remittances>;
    /** Download the remittance advice of a month or a batch payment as a spreadsheet, with its tax. */
    exportRemittances: (parameters: AccountingExportRemittancesParameters, options?: CallOptions) => Promise<Response>;
    /** Download the remittance advice of a month or a batch payment as a PDF. */
    remittancePdf: (parameters: AccountingRemittancePdfParameters, options?: CallOptions) => Promise<Response>;
  };
  /** What was paid, is due and is held. */
  moneyOfACampaign: {
    /** Read what was paid for a campaign, what is due and what is held. */
    money: (parameters: MoneyOfACampaignMoneyParameters, options?: CallOptions) => Promise<CampaignMoney>;
  };
  /** A loan as the ledger has it: balance, repayments and statement. */
  loanAccounts: {
    /** Read a drawn loan as the ledger has it: balance by line on a day, repayments, arrears, and how to repay. */
    get: (parameters: LoanAccountsGetParameters, options?: CallOptions) => Promise<LoanAccount>;
    /** Read the statement of a loan for a period: opening, every line, and what is owed at the end. */
    statement: (parameters: LoanAccountsStatementParameters, options?: CallOptions) => Promise<LoanStatement>;
    /** Download the statement of a loan as a PDF. */
    statementPdf: (parameters: LoanAccountsStatementPdfParameters, options?: CallOptions) => Promise<Response>;
  };
  /** Papers about payments. */
  receipts: {
    /** Download the payment confirmation of a campaign as a PDF. */
    confirmation: (parameters: ReceiptsConfirmationParameters, options?: CallOptions) => Promise<Response>;
    /** Download an invoice as a PDF. */
    invoice: (parameters: ReceiptsInvoiceParameters, options?: CallOptions) => Promise<Response>;
  };
  /** Figures of an organisation. */
  dashboard: {
    /** List the campaigns in progress for the dashboard, or search them. */
    filter: (parameters?: DashboardFilterParameters, options?: CallOptions) => Promise<DashboardFilterAnswer>;
    /** Read the amounts funded in this financial year and the last, by month. */
    funded: (parameters?: DashboardFundedParameters, options?: CallOptions) => Promise<DashboardFundedAnswer>;
    /** Read the figures of a team: its people, the steps from sent to funded, the time to sign, and its money. */
    team: (parameters?: DashboardTeamParameters, options?: CallOptions) => Promise<DashboardTeamAnswer>;
  };
  /** What waits for staff today. */
  needs: {
    /** Count what needs you today, by group. */
    counts: (options?: CallOptions) => Promise<NeedsCountsAnswer>;
    /** List the campaigns of a group that need you today, the ones that have waited longest first. */
    list: (parameters: NeedsListParameters, options?: CallOptions) => Promise<NeedsListAnswer>;
  };
  /** Campaigns, people and organisations by a few letters. */
  search: {
    /** Find campaigns by address, agent, Flow No. or payer, and people and organisations by name. */
    search: (parameters?: SearchSearchParameters, options?: CallOptions) => Promise<SearchSearchAnswer>;
  };
  /** The properties that are sold. */
  properties: {
    /** List the properties of the campaigns that you may see, by address. */
    list: (parameters?: PropertiesListParameters, options?: CallOptions) => Promise<PropertiesListAnswer>;
    /** Read a property of a campaign that you may see. */
    get: (parameters: PropertiesGetParameters, options?: CallOptions) => Promise<Property>;
    /** Change all or some fields of a property. */
    save: (parameters: PropertiesSaveParameters, body: PropertyChange, options?: CallOptions) => Promise<Property>;
    /** Suggest addresses for a partly typed one. */
    suggest: (parameters: PropertiesSuggestParameters, options?: CallOptions) => Promise<PropertiesSuggestAnswer>;
    /** Add a property to a campaign without one, with the sale details. */
    add: (parameters: PropertiesAddParameters, body: NewProperty, options?: CallOptions) => Promise<Campaign>;
    /** List other campaigns in progress of the organisation for the same address. */
    similar: (parameters: PropertiesSimilarParameters, options?: CallOptions) => Promise<PropertiesSimilarAnswer>;
  };
  /** The photo of a property on the pages of its payers. */
  propertyPhotos: {
    /** Download the photo of a campaign’s property, 320, 640 or 1280 pixels wide. */
    read: (parameters: PropertyPhotosReadParameters, options?: CallOptions) => Promise<Response>;
    /** Make an uploaded picture the photo of a campaign’s property, in place of the present one. */
    set: (parameters: PropertyPhotosSetParameters, body: PropertyPhotosSetBody, options?: CallOptions) => Promise<PropertyPhotosSetAnswer>;
    /** Remove the photo of a campaign’s property. */
    remove: (parameters: PropertyPhotosRemoveParameters, options?: CallOptions) => Promise<void>;
  };
  /** Files, and the documents of a campaign. */
  documents: {
    /** Upload a file (multipart: tenantId, asset, what it is for). */
    upload: (body: DocumentsUploadBody, options?: CallOptions) => Promise<Asset>;
    /** Download a file. */
    download: (parameters: DocumentsDownloadParameters, options?: CallOptions) => Promise<Response>;
    /** Download a small version of a picture. */
    thumbnail: (parameters: DocumentsThumbnailParameters, options?: CallOptions) => Promise<Response>;
    /** List the documents of a campaign. */
    list: (parameters?: DocumentsListParameters, options?: CallOptions) => Promise<DocumentsListAnswer>;
    /** Attach an uploaded file to a campaign. */
    attach: (body: NewDocument, options?: CallOptions) => Promise<Document>;
    /** Read a document. */
    get: (parameters: DocumentsGetParameters, options?: CallOptions) => Promise<Document>;
    /** Change the purpose of a document, or the payer that it is about. */
    refile: (parameters: DocumentsRefileParameters, body: DocumentChange, options?: CallOptions) => Promise<Document>;
    /** Remove a document. */
    remove: (parameters: DocumentsRemoveParameters, options?: CallOptions) => Promise<void>;
  };
  /** Agencies and suppliers. Paths call them tenants. */
  organisations: {
    /** List the organisations that you may see. */
    list: (parameters?: OrganisationsListParameters, options?: CallOptions) => Promise<OrganisationsListAnswer>;
    /** Read an organisation. */
    get: (parameters: OrganisationsGetParameters, options?: CallOptions) => Promise<Organisation>;
  };
  /** The settings of an organisation. */
  organisationSettings: {
    /** Read the settings of an organisation and its pending changes. */
    read: (parameters: OrganisationSettingsReadParameters, options?: CallOptions) => Promise<OrganisationSettings>;
    /** Download the current or the pending logo of an organisation, in full or small size. */
    logo: (parameters: OrganisationSettingsLogoParameters, options?: CallOptions) => Promise<Response>;
  };
  /** What an organisation shows on its own website. */
  ownWebsite: {
    /** Read the Pay button of a campaign. */
    button: (parameters: OwnWebsiteButtonParameters, options?: CallOptions) => Promise<PayButton>;
    /** Make the Pay button of a campaign, or replace it. */
    makeButton: (parameters: OwnWebsiteMakeButtonParameters, options?: CallOptions) => Promise<PayButton>;
    /** End the Pay button of a campaign. */
    endButton: (parameters: OwnWebsiteEndButtonParameters, options?: CallOptions) => Promise<void>;
  };
  /** Where events are sent, and what was sent. */
  webhooks: {
    /** List the webhooks of an organisation. */
    list: (parameters: WebhooksListParameters, options?: CallOptions) => Promise<WebhooksListAnswer>;
    /** Register a webhook; its secret is shown once. */
    create: (parameters: WebhooksCreateParameters, body: NewWebhook, options?: CallOptions) => Promise<WebhookWithSecret>;
    /** Read a webhook. */
    get: (parameters: WebhooksGetParameters, options?: CallOptions) => Promise<Webhook>;
    /** Change the address or events of a webhook, or switch it on or off. */
    save: (parameters: WebhooksSaveParameters, body: WebhookChange, options?: CallOptions) => Promise<Webhook>;
    /** Delete a webhook and its log. */
    delete: (parameters: WebhooksDeleteParameters, options?: CallOptions) => Promise<void>;
    /** Create a new secret, shown once; the old one also signs for one day. */
    rotate: (parameters: WebhooksRotateParameters, options?: CallOptions) => Promise<WebhookWithSecret>;
    /** Send a test event to a webhook. */
    test: (parameters: WebhooksTestParameters, options?: CallOptions) => Promise<WebhookDelivery>;
    /** List the deliveries of a webhook, with each attempt and response. */
    deliveries: (parameters: WebhooksDeliveriesParameters, options?: CallOptions) => Promise<WebhooksDeliveriesAnswer>;
    /** Send a delivery again, with the same event id. */
    resend: (parameters: WebhooksResendParameters, options?: CallOptions) => Promise<WebhookDelivery>;
    /** Send all events since a moment again, or only those that failed, in their order and with the same ids. */
    replay: (parameters: WebhooksReplayParameters, body: Replay, options?: CallOptions) => Promise<Replayed>;
  };
  /** What happened to the campaigns of an organisation. */
  events: {
    /** List the events of the last 30 days, as webhooks get them. */
    list: (parameters?: EventsListParameters, options?: CallOptions) => Promise<Events>;
  };
  /** The time zones that an organisation may have. */
  timeZones: {
    /** List time zones for organisations, the country’s own first, with their current offset from UTC. */
    list: (parameters?: TimeZonesListParameters, options?: CallOptions) => Promise<TimeZones>;
  };
  /** The people of an organisation. */
  team: {
    /** List the team of an organisation. */
    list: (parameters: TeamListParameters, options?: CallOptions) => Promise<TeamListAnswer>;
  };
  /** Accounts of people. */
  people: {
    /** Download the picture of a colleague. */
    picture: (parameters: PeoplePictureParameters, options?: CallOptions) => Promise<Response>;
  };
}
