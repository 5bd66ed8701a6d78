/** Frequent types that Google treats like the more general type which its documentation describes. */
const GENERAL = new Map([
  ["MobileApplication", "SoftwareApplication"],
  ["WebApplication", "SoftwareApplication"],
]);
for (const type of "BusinessEvent ChildrensEvent ComedyEvent CourseInstance DanceEvent EducationEvent ExhibitionEvent Festival FoodEvent LiteraryEvent MusicEvent ScreeningEvent SocialEvent SportsEvent TheaterEvent VisualArtsEvent".split(
  " ",
))
  GENERAL.set(type, "Event");
for (const type of "AutoDealer AutoRepair BarOrPub Bakery BeautySalon CafeOrCoffeeShop Dentist Electrician HairSalon HealthClub Hotel LegalService LodgingBusiness MedicalBusiness MedicalClinic Pharmacy Physician Plumber ProfessionalService RealEstateAgent Restaurant Store TravelAgency".split(
  " ",
))
  GENERAL.set(type, "LocalBusiness");

/** The type whose rules apply to a type. */
export function googleTypeOf(type: string): string {
  return GENERAL.get(type) ?? type;
}
