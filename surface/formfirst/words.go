package formfirst

import "github.com/hadal-crawler/hadal/page/lexicon"

// advancedWords name a search with more than one box.
var advancedWords = lexicon.Section("advanced-search")

// catalogueWords name what libraries, archives, museums and shops ask visitors to look into.
var catalogueWords = lexicon.Section("catalogue")

// databaseWords name sources of records.
var databaseWords = lexicon.Section("database")

// browseWords lead to lists of everything.
var browseWords = lexicon.Section("browse")

// holdingsWords name things that sites keep many of.
var holdingsWords = lexicon.Section("holdings")

// serviceWords name menus behind which interfaces hide.
var serviceWords = lexicon.Section("services")

// siteMapWords name pages that list a site's pages.
var siteMapWords = lexicon.Section("site-map")

// helpWords name pages that explain.
var helpWords = lexicon.Section("help")

// aboutWords name pages about the site itself and its rules.
var aboutWords = lexicon.Section("about")

// newsWords name what is read once.
var newsWords = lexicon.Section("news")

// calendarWords name pages without end that hold little.
var calendarWords = lexicon.Section("calendar")

// toolWords name what is done with a page, or leads away from the site.
var toolWords = lexicon.Section("page-tools")

// emptyWords are anchors that say nothing: what stands around them does.
var emptyWords = lexicon.Section("empty-link")
