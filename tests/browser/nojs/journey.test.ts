import { describeJourney } from "../../support/journey-suite";

describeJourney(false);
