#!/bin/bash
# Redmine (Rails over SQLite): a project's tickets, filters that a script adds one by one, pages of 25, in Korean.
. "$(dirname "$0")/../lib.sh" "$1"
packages redmine redmine-sqlite puma
records 600 ko
export RAILS_ENV=production X_DEBIAN_SITEID=default
if [ ! -s "$VAR/filled" ]; then
	cat >"$VAR/fill.rb" <<'R'
require "json"
Redmine::DefaultData::Loader.load("ko") if Tracker.count == 0
{"default_language" => "ko", "force_default_language_for_anonymous" => "1", "login_required" => "0"}.each { |k, v| Setting[k] = v }
ActionMailer::Base.perform_deliveries = false
role = Role.anonymous
role.permissions = [:view_issues]
role.save!(validate: false)
project = Project.create!(name: "기록 보관소", identifier: "archive", is_public: true, enabled_module_names: ["issue_tracking"], trackers: Tracker.all.to_a)
users = {}
File.foreach(ARGV[0]) do |line|
  r = JSON.parse(line)
  first, last = r["author"].split
  users[r["author"]] ||= User.new(firstname: first, lastname: last, mail: "u#{users.size}@archive.example", language: "ko").tap { |u| u.login = "u#{users.size}"; u.save!(validate: false) }
  Issue.new(project: project, tracker: Tracker.all.to_a[r["year"] % 3], author: users[r["author"]], subject: r["title"], description: r["text"], status: IssueStatus.first, priority: IssuePriority.first, start_date: Date.new(r["year"], 5, 7)).save!(validate: false)
end
R
	(cd /usr/share/redmine && bundle exec rails runner -e production "$VAR/fill.rb" "$VAR/records.jsonl") >"$VAR/build.log" 2>&1 && date >"$VAR/filled"
fi
cd /usr/share/redmine
start puma -e production -b "tcp://127.0.0.1:$PORT" -t 1:3 --pidfile "$VAR/puma.pid" -C /dev/null config.ru
